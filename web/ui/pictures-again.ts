/**
 * A busy node sheds pictures, and a browser asks for each only once: those that did not come are asked for again, a few times,
 * later and later. Some may have failed before this began.
 */
const MOST_TIMES = 3;
const FIRST_MS = 1_000;

export const askForPicturesAgain = (): void => {
  const asked = new WeakMap<HTMLImageElement, number>();
  const again = (image: HTMLImageElement): void => {
    const times = asked.get(image) ?? 0;
    if (times === MOST_TIMES) return;
    asked.set(image, times + 1);
    setTimeout(() => image.setAttribute('src', image.src), FIRST_MS * 2 ** times);
  };
  // An error of a picture does not rise to the document, it can only be seen on its way down.
  const failed = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement) again(target);
  };
  document.addEventListener('error', failed, true);
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) again(image);
};
