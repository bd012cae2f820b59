/** The look of the guide beside the house's style. */

/** A shadow at each edge behind which there is more; what moves along hides it where there is nothing. */
const shadows = (way: 'inline' | 'block'): string => {
  const [from, to, size] = way === 'inline' ? ['left', 'right', '2.5rem 100%'] : ['top', 'bottom', '100% 2.5rem'];
  const shade = way === 'inline' ? '.75rem 100%' : '100% .75rem';
  const at = (edge: string, colour: string, of: string, how: string): string =>
    `linear-gradient(to ${edge === from ? to : from}, ${colour}, transparent) ${edge} / ${of} no-repeat ${how}`;
  return `background: ${[
    at(from, 'var(--paper) 40%', size, 'local'),
    at(to, 'var(--paper) 40%', size, 'local'),
    at(from, 'var(--edge)', shade, 'scroll'),
    at(to, 'var(--edge)', shade, 'scroll'),
  ].join(', ')};`;
};

export const guideStyle = `
.guide { max-width: 78rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; display: grid; gap: 1rem 2.5rem; }
.guide main { max-width: 54rem; margin: 0; padding: 0; min-width: 0; }
.guide header { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; border-block-end: 1px solid var(--line); padding-block-end: .75rem; }
.guide header a { text-decoration: none; }
.guide header > a:first-child { font-weight: 700; }
.guide .ways { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.guide form { display: flex; gap: .5rem; flex: 1 1 16rem; max-width: 26rem; margin-inline-start: auto; }
.guide form input { flex: 1; min-width: 0; }
.guide nav ul { list-style: none; padding: 0; margin: .25rem 0 1rem; }
.guide nav li a { display: block; padding: .2rem .5rem; border-radius: .35rem; text-decoration: none; color: var(--ink); }
.guide nav li a:hover { text-decoration: underline; }
.guide nav a[aria-current] { background: var(--panel); color: var(--accent); font-weight: 600; }
.guide nav summary { padding-block: .2rem; }
.guide nav h2 { font-size: .85rem; margin: .75rem 0 0; color: var(--soft); }
.guide .here { border-inline-start: 3px solid var(--line); padding-inline-start: .75rem; margin: 1rem 0; }
.guide .here summary { color: var(--soft); }
.guide .table { overflow-x: auto; margin: .75rem 0; ${shadows('inline')} }
.guide td, .guide th { padding-inline-end: 1.25rem; }
.guide pre { white-space: pre; overflow-wrap: normal; ${shadows('inline')} }
.guide h3 { margin: 1.75rem 0 .4rem; }
.guide li { margin: .3rem 0; max-width: 66ch; }
.guide li.panel { max-width: none; margin: .75rem 0; }
.guide mark { background: color-mix(in srgb, var(--accent) 22%, transparent); color: inherit; border-radius: .2rem; padding-inline: .1em; }
.guide img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; }
.guide pre code { font-size: 1em; }
.guide :not(pre) > code { background: var(--panel); border-radius: .25rem; padding: .05em .25em; overflow-wrap: anywhere; }
.guide .turn { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; border-block-start: 1px solid var(--line); margin-block-start: 3rem; padding-block-start: 1rem; }
/* On a phone what is read comes before the list of all there is, to which a link at the top leads. */
@media (max-width: 59.99rem) { .guide .contents { order: 1; border-block-start: 1px solid var(--line); padding-block-start: 1rem; } }
@media (min-width: 60rem) {
  .guide { grid-template-columns: 15rem minmax(0, 1fr); }
  .guide header { grid-column: 1 / -1; }
  .guide .to-contents { display: none; }
  .guide .contents { position: sticky; inset-block-start: 1rem; align-self: start; max-height: calc(100vh - 6rem); overflow-y: auto; ${shadows('block')} }
  /* However long the list is, the page that is read stays in sight in it. */
  .guide .contents li:has([aria-current]) { position: sticky; inset-block: 0; background: var(--paper); }
}
`;
