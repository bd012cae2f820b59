/** The few drawings of the pages: one stroke, in the colour of the text beside them. */
const paths = {
  bag: 'M5 8h14l1 12H4L5 8Zm4 0V6a3 3 0 0 1 6 0v2',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 4.5 4.5',
  truck: 'M2 6h12v10H2V6Zm12 4h4l4 3v3h-8v-6ZM6.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm11 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  filters: 'M4 7h10m4 0h2M4 17h2m4 0h10M16 4.5v5M8 14.5v5',
  close: 'M6 6l12 12M18 6 6 18',
  tag: 'M4 4h8l8 8-8 8-8-8V4Zm4.5 4.5h.01',
  gift: 'M4 11h16v9H4v-9Zm-1-4h18v4H3V7Zm9 0v13M12 7c-2 0-4-1-4-2.5S11 2.5 12 7c1-4.5 4-4 4-2.500S14 7 12 7Z',
  alert: 'M12 4 2.5 20h19L12 4Zm0 6v4m0 3v.01',
  heart: 'M12 20C4 14 3 10 3 8a4.500 4.500 0 0 1 9-1 4.500 4.500 0 0 1 9 1c0 2-1 6-9 12Z',
  check: 'M5 12.5 10 17.5 19.5 7',
  back: 'M14 5l-7 7 7 7',
  next: 'M10 5l7 7-7 7',
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4v-9Z',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4V8Zm0 0 8 4 8-4M12 12v9',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2V3Zm3 5h6m-6 4h6',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 21c0-4.500 3.500-7 8-7s8 2.500 8 7',
  chart: 'M4 4v16h16M8 16v-5m4 5V8m4 8v-3',
  plug: 'M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0V8Zm6 9v4',
  wheel: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 0v18M4.2 7.500l15.6 9M4.2 16.500l15.6-9',
} as const;
export type IconName = keyof typeof paths;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
