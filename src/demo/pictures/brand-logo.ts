/** Logos of the brands: a mark in a disc and the name beneath it. Self-contained, the same bytes every time. Pure. */
import type { Brand } from '../brands.ts';

/** Drawn around (0, 0), about 120 high; `currentColor` is the brand's mark colour. */
const marks: Readonly<Record<Brand['mark'], string>> = {
  arch: '<path d="M-48 56V-4A48 48 0 0 1 48 -4V56H22V0A22 22 0 0 0 -22 0V56Z"/>',
  leaf: '<path d="M0 60C-60 24 -56 -40 0 -62C56 -40 60 24 0 60Z"/><path d="M0 60V-34M0 22L28 -2M0 4L-24 -18" stroke="var(--ground)" stroke-width="7" fill="none" stroke-linecap="round"/>',
  bird: '<path d="M-62 -18C-30 -34 -8 -20 0 2C10 -28 36 -44 64 -34C40 -20 34 2 26 22C18 44 -2 56 -26 56C-8 46 0 34 -4 22C-18 24 -44 10 -62 -18Z"/><circle cx="44" cy="-25" r="4.5" fill="var(--ground)"/>',
  wave: '<path d="M-60 26C-40 -4 -20 -4 0 26S40 56 60 26V56H-60Z"/><path d="M-60 -14C-40 -44 -20 -44 0 -14S40 16 60 -14" fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round"/>',
  sun: '<path d="M-44 22A44 44 0 0 1 44 22Z"/><path d="M-64 44H64M0 -58V-40M-56 -26L-42 -14M56 -26L42 -14" stroke="currentColor" stroke-width="11" stroke-linecap="round"/>',
  knot: '<path d="M-20 -50A34 34 0 1 0 20 14M20 50A34 34 0 1 0 -20 -14" fill="none" stroke="currentColor" stroke-width="18" stroke-linecap="round"/>',
  spark: '<path d="M0 -66C6 -20 20 -6 66 0C20 6 6 20 0 66C-6 20 -20 6 -66 0C-20 -6 -6 -20 0 -66Z"/>',
  drop: '<path d="M0 -66C40 -14 46 6 46 20A46 46 0 0 1 -46 20C-46 6 -40 -14 0 -66Z"/><path d="M-20 22A22 22 0 0 0 2 44" fill="none" stroke="var(--ground)" stroke-width="8" stroke-linecap="round"/>',
  peak: '<path d="M-66 50L-16 -44L8 -2L22 -26L66 50Z"/><path d="M-30 -16L-16 -4L-4 -22" fill="none" stroke="var(--ground)" stroke-width="8" stroke-linejoin="round"/>',
  moon: '<path d="M22 -56A58 58 0 1 0 56 28A48 48 0 0 1 22 -56Z"/><circle cx="42" cy="-34" r="7"/>',
  grid: '<path d="M-52 -52H-8V-8H-52ZM8 -52H52V-8H8ZM-52 8H-8V52H-52Z"/><circle cx="30" cy="30" r="23"/>',
  quill:
    '<path d="M52 -60C2 -54 -44 -22 -52 34L-60 60L-40 44C12 42 50 -6 52 -60Z"/><path d="M-44 46L24 -30" stroke="var(--ground)" stroke-width="7" stroke-linecap="round"/>',
};

export const drawLogo = ({ name, mark, logo: [ground, colour] }: Brand): string => {
  const title = name.replaceAll('&', '&amp;');
  const drawn = marks[mark].replaceAll('var(--ground)', ground).replaceAll('currentColor', colour);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400" role="img" aria-label="${title}"><title>${title}</title><rect width="400" height="400" rx="56" fill="${ground}"/><g fill="${colour}"><g transform="translate(200 156) scale(1.25)">${drawn}</g><text x="200" y="326" text-anchor="middle" font-family="Georgia, 'Times New Roman', serif" font-size="44" letter-spacing="1">${title}</text></g></svg>\n`;
};
