/**
 * A photograph as a shop needs it: no larger than a screen shows, and without what a camera writes into it, such as where it was
 * taken. What a browser cannot draw goes as it is, and the service says whether it can be had.
 */
const LONGEST_SIDE = 2000;
const LARGE_BYTES = 1_048_576;
const QUALITY = 0.88;
const JPEG = 'image/jpeg';
/** Moving pictures would stand still. */
const drawable = new Set([JPEG, 'image/png', 'image/webp']);

const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
/** 2000 by 800 is `5:2`; undefined where that takes more figures than a product has room for. */
const shapeOf = ({ width, height }: ImageBitmap): string | undefined => {
  const common = divisor(width, height);
  const shape = `${width / common}:${height / common}`;
  return /^\d{1,4}:\d{1,4}$/.test(shape) ? shape : undefined;
};

type Ready = { readonly file: Blob; readonly shape: string | undefined };

export const shrunk = async (file: File): Promise<Ready> => {
  const drawn = await createImageBitmap(file).catch(() => undefined);
  if (drawn === undefined) return { file, shape: undefined };
  const shape = shapeOf(drawn);
  if (file.type !== JPEG && (file.size <= LARGE_BYTES || !drawable.has(file.type))) return { file, shape };
  const scale = Math.min(1, LONGEST_SIDE / Math.max(drawn.width, drawn.height));
  const canvas = new OffscreenCanvas(Math.round(drawn.width * scale), Math.round(drawn.height * scale));
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  // What is no JPEG may be transparent somewhere.
  const type = file.type === JPEG ? JPEG : 'image/webp';
  return { file: await canvas.convertToBlob({ type, quality: QUALITY }), shape };
};
