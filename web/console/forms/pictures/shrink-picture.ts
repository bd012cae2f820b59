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

export const shrunk = async (file: File): Promise<Blob> => {
  const isWanted = file.type === JPEG || (drawable.has(file.type) && file.size > LARGE_BYTES);
  const drawn = isWanted ? await createImageBitmap(file).catch(() => undefined) : undefined;
  if (drawn === undefined) return file;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(drawn.width, drawn.height));
  const canvas = new OffscreenCanvas(Math.round(drawn.width * scale), Math.round(drawn.height * scale));
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  drawn.close();
  // What has no JPEG's edges may be transparent.
  return canvas.convertToBlob({ type: file.type === JPEG ? JPEG : 'image/webp', quality: QUALITY });
};
