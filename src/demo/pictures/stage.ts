/** Where a product is photographed: a tinted wall with window light, a floor, or a plinth under an arch. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { SHADOW } from './ink.ts';

export type Stage = 'wall' | 'floor' | 'plinth';

const shadingDefinitions = `
<linearGradient id="round"><stop stop-color="${SHADOW}" stop-opacity=".42"/><stop offset=".16" stop-color="${SHADOW}" stop-opacity=".12"/><stop offset=".34" stop-color="#fffaf0" stop-opacity=".34"/><stop offset=".56" stop-color="#fffaf0" stop-opacity="0"/><stop offset=".84" stop-color="${SHADOW}" stop-opacity=".2"/><stop offset="1" stop-color="${SHADOW}" stop-opacity=".5"/></linearGradient>
<linearGradient id="drape"><stop stop-color="${SHADOW}" stop-opacity=".26"/><stop offset=".2" stop-color="${SHADOW}" stop-opacity=".05"/><stop offset=".4" stop-color="#fffaf0" stop-opacity=".14"/><stop offset=".66" stop-color="#fffaf0" stop-opacity="0"/><stop offset="1" stop-color="${SHADOW}" stop-opacity=".32"/></linearGradient>
<linearGradient id="cloth" x2="1" y2=".35"><stop stop-color="#fffaf0" stop-opacity=".16"/><stop offset=".3" stop-color="#fffaf0" stop-opacity=".1"/><stop offset=".62" stop-color="${SHADOW}" stop-opacity=".03"/><stop offset="1" stop-color="${SHADOW}" stop-opacity=".3"/></linearGradient>
<linearGradient id="fall" x2="0" y2="1"><stop stop-color="#fffaf0" stop-opacity=".26"/><stop offset=".4" stop-color="#fffaf0" stop-opacity="0"/><stop offset="1" stop-color="${SHADOW}" stop-opacity=".36"/></linearGradient>
<linearGradient id="flat" x2="1" y2="1"><stop stop-color="#fffaf0" stop-opacity=".14"/><stop offset="1" stop-color="${SHADOW}" stop-opacity=".14"/></linearGradient>
<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="6"/></filter>
<filter id="haze" x="-40%" y="-80%" width="180%" height="260%"><feGaussianBlur stdDeviation="18"/></filter>
<filter id="drop" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="16" dy="24" stdDeviation="17" flood-color="${SHADOW}" flood-opacity=".34"/></filter>`;

/** Gradients and filters that every drawing may use. */
export const stageDefinitions = (wall: string): string => `${shadingDefinitions}
<linearGradient id="wall" x2=".25" y2="1"><stop stop-color="${paler(wall, 0.3)}"/><stop offset=".55" stop-color="${wall}"/><stop offset="1" stop-color="${deeper(wall, 0.13)}"/></linearGradient>
<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${deeper(wall, 0.07)}"/><stop offset=".35" stop-color="${paler(wall, 0.18)}"/><stop offset="1" stop-color="${paler(wall, 0.42)}"/></linearGradient>`;

const windowLight = (lean: number): string =>
  `<g fill="#fffdf5" fill-opacity=".2" filter="url(#haze)"><path d="M${-60 + lean} 260L${330 + lean} -40H${520 + lean}L${-60 + lean} 560Z"/><path d="M${-60 + lean} 690L${640 + lean} -40H${800 + lean}L${60 + lean} 960Z"/></g>`;

const GROUND_LINE = 905;
const ground = `<path d="M0 ${GROUND_LINE}C180 ${GROUND_LINE - 8} 620 ${GROUND_LINE - 8} 800 ${GROUND_LINE}V1250H0Z" fill="url(#ground)"/>`;

const arch = (wall: string): string => {
  const d = 'M120 905V500A280 280 0 0 1 680 500V905Z';
  return `<path d="${d}" fill="${mix(deeper(wall, 0.1), wall, 0.25)}"/><path d="${d}" fill="url(#flat)"/>
<path d="M126 905V500A274 274 0 0 1 674 500V905" fill="none" stroke="${SHADOW}" stroke-opacity=".1" stroke-width="14" filter="url(#soft)"/>`;
};

/** The top of the plinth is at y = 1000. */
const plinth = (wall: string): string => {
  const stone = paler(wall, 0.4);
  return `<ellipse cx="420" cy="1178" rx="330" ry="44" fill="${SHADOW}" fill-opacity=".24" filter="url(#haze)"/>
<path d="M140 1000V1150A260 44 0 0 0 660 1150V1000Z" fill="${deeper(stone, 0.06)}"/><path d="M140 1000V1150A260 44 0 0 0 660 1150V1000Z" fill="url(#round)" opacity=".75"/>
<ellipse cx="400" cy="1000" rx="260" ry="44" fill="${stone}"/><ellipse cx="400" cy="1000" rx="260" ry="44" fill="url(#flat)"/>`;
};

/** What lies behind the product. `lean` moves the light, so that neighbours in a list are not lit alike. */
export const backdrop = (stage: Stage, wall: string, lean: number): string => {
  const light = windowLight(lean);
  const room = '<rect width="800" height="1250" fill="url(#wall)"/>';
  if (stage === 'wall') return room + light;
  return stage === 'floor' ? room + light + ground : room + arch(wall) + light + ground + plinth(wall);
};

/** The dark place under a thing that stands. */
export const contactShadow = ([x, y]: readonly [number, number], rx: number, ry = 22, opacity = 0.42): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${SHADOW}" fill-opacity="${opacity}" filter="url(#soft)"/><ellipse cx="${x + 18}" cy="${y + 6}" rx="${rx * 1.2}" ry="${ry * 1.5}" fill="${SHADOW}" fill-opacity="${opacity * 0.45}" filter="url(#haze)"/>`;
