/** Which kind of picture bytes are: how they begin says it, never a name or a header. SVG is none of them: it can hold a program. Pure. */
type Mark = readonly [at: number, text: string];
type Kind = { readonly ending: string; readonly mediaType: string; readonly marks: readonly Mark[] };

const kinds: readonly Kind[] = [
  { ending: 'jpg', mediaType: 'image/jpeg', marks: [[0, '\u00FF\u00D8\u00FF']] },
  { ending: 'png', mediaType: 'image/png', marks: [[0, '\u0089PNG\r\n\u001A\n']] },
  {
    ending: 'gif',
    mediaType: 'image/gif',
    marks: [
      [0, 'GIF8'],
      [5, 'a'],
    ],
  },
  {
    ending: 'webp',
    mediaType: 'image/webp',
    marks: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  { ending: 'avif', mediaType: 'image/avif', marks: [[4, 'ftypavif']] },
];

/** What base64 says; undefined when that is not all it is. It is decoded to see: a pattern takes eight times as long. */
export const decodedPicture = (content: string): Buffer | undefined => {
  const end = content.indexOf('=');
  const letters = end === -1 ? content.length : end;
  if (letters % 4 === 1 || content.length - letters > 2) return undefined;
  const bytes = Buffer.from(content, 'base64');
  return bytes.length === Math.floor((letters * 3) / 4) ? bytes : undefined;
};

const HEAD = 16;

/** The ending of its name; undefined when no browser would show it everywhere. */
export const endingOf = (bytes: Uint8Array): string | undefined => {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  return kinds.find(({ marks }) => marks.every(([at, text]) => head.startsWith(text, at)))?.ending;
};

export const mediaTypeOf = (name: string): string =>
  kinds.find(({ ending }) => name.endsWith(`.${ending}`))?.mediaType ?? 'application/octet-stream';
