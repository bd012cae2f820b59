/** The colours the demo shop sells, and how light and shadow change one. Light is warm, shadow is cool. Pure. */
export const colours = {
  Ivory: '#f1e8d8',
  Cream: '#ecdfc6',
  Sand: '#d8c3a0',
  Stone: '#b5ada1',
  Tan: '#b98556',
  Cocoa: '#6b4a3b',
  Charcoal: '#45474f',
  Ink: '#2b2d36',
  Navy: '#2a3758',
  Indigo: '#3d4f8c',
  Sky: '#8fb8d4',
  Slate: '#627283',
  Teal: '#2f7d7d',
  Forest: '#33614a',
  Sage: '#93aa8e',
  Mint: '#aed1bd',
  Olive: '#747748',
  Mustard: '#d1a23c',
  Marigold: '#e39f2f',
  Butter: '#efd88f',
  Coral: '#e67e63',
  Terracotta: '#c5673f',
  Rust: '#a8512f',
  Brick: '#934238',
  Rose: '#c96e80',
  Blush: '#e6b8ab',
  Plum: '#713f63',
  Lilac: '#b5a4ce',
} as const;
export type ColourName = keyof typeof colours;

const channels = (hex: string): readonly [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** `part` of the second colour in the first. */
export const mix = (first: string, second: string, part: number): string => {
  const [a, b] = [channels(first), channels(second)];
  const mixed = a.map((channel, at) => Math.round(channel + ((b[at] ?? 0) - channel) * part));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};
export const paler = (hex: string, part: number): string => mix(hex, '#fff7e8', part);
export const deeper = (hex: string, part: number): string => mix(hex, '#1d1633', part);

/** From 0 (black) to 1 (white), as the eye weighs it. */
export const lightness = (hex: string): number => {
  const [red, green, blue] = channels(hex);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
};
