/** The look of every page: one column of readable text, the system's own fonts, light and dark. */
export const houseStyle = `
:root { color-scheme: light dark; --ink: #241e18; --soft: #6b6155; --paper: #faf7f2; --panel: #fffdfa; --line: #e3dacd; --edge: #978c7e; --accent: #0b6b57; --warn: #9c3b10;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", "DejaVu Serif Condensed", Georgia, serif; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f2ece3; --soft: #aea294; --paper: #171411; --panel: #201c18; --line: #3a332b; --edge: #7d7266; --accent: #63cdb1; --warn: #f2a477; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans Condensed", sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 5rem; }
h1 { font: 500 2.125rem/1.2 var(--serif); margin: 0 0 .75rem; text-wrap: balance; }
h2 { font: 500 1.375rem/1.3 var(--serif); margin: 2.5rem 0 .75rem; }
h3 { font-size: 1.05rem; margin: 0; }
h4 { font-size: .9rem; margin: 1.1rem 0 .3rem; color: var(--soft); }
p { margin: .4rem 0; max-width: 70ch; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; overflow-x: auto; }
@media (max-width: 40rem) { pre { white-space: pre-wrap; overflow-wrap: anywhere; } }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
td code { overflow-wrap: anywhere; }
.given code { overflow-wrap: break-word; }
th { color: var(--soft); font-weight: 600; }
input, button, select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: .5rem; padding: .5rem .7rem; }
button { background: var(--accent); border-color: var(--accent); color: var(--paper); cursor: pointer; }
button.quiet { background: var(--panel); border-color: var(--edge); color: var(--ink); }
main > form:not(.fields) { display: flex; flex-wrap: wrap; gap: .75rem; margin-block-start: 1rem; }
.soft { color: var(--soft); }
.warn { color: var(--warn); }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.1rem; margin: .75rem 0; }
.panel:has(> h3 > a) { position: relative; }
.panel > h3 > a::after { content: ""; position: absolute; inset: 0; }
.panel > :last-child { margin-block-end: 0; }
.wide { width: 100%; }
.alone { max-width: 36rem; padding-top: clamp(2rem, 12vh, 7rem); }
.alone > .panel { padding: 1.75rem clamp(1.25rem, 5vw, 2.25rem) 2rem; }
.act { display: inline-block; padding: .6rem 1.25rem; border-radius: .5rem; background: var(--accent); color: var(--paper); font-weight: 500; text-decoration: none; }
p:has(> .act) { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.25rem; margin-block-start: 1.25rem; }
.line { display: block; }
.fields { display: grid; gap: 1rem; max-width: 26rem; margin: 1rem 0; justify-items: start; }
.fields label { display: grid; gap: .25rem; width: 100%; color: var(--soft); }
.fields input { color: var(--ink); width: 100%; }
.method { display: inline-block; min-width: 4.2rem; font: 700 .8rem/1.6 ui-monospace, monospace; color: var(--accent); }
.path { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
summary { cursor: pointer; }
ul.plain { list-style: none; padding: 0; margin: 0; }
[hidden] { display: none !important; }
`;

/** A cart wheel. In the page itself, so that no browser asks for /favicon.ico. */
const wheel = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#0b8a6f" stroke-width="3">
<circle cx="16" cy="16" r="13"/><circle cx="16" cy="16" r="3.5" fill="#0b8a6f"/>
<path d="M16 3v26M4.7 9.5l22.6 13M4.7 22.5l22.6-13" stroke-width="2.2"/></svg>`;
export const houseIcon = `data:image/svg+xml,${encodeURIComponent(wheel.replaceAll('\n', ''))}`;
