/** Beauty: serum, cream, lipstick, perfume. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { drawing } from './drawing.ts';
import { fold, type Ink, line, metal, oval, part, piece, plain, shine } from './ink.ts';
import { contactShadow } from './stage.ts';

const label = ([x, y]: readonly [number, number], [width, height]: readonly [number, number], ink: Ink): string => {
  const middle = x + width / 2;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="#fbf6ea" fill-opacity=".94"/>`,
    plain(
      `M${middle} ${y + 22}C${middle + 14} ${y + 34} ${middle + 14} ${y + 46} ${middle} ${y + 56}C${middle - 14} ${y + 46} ${middle - 14} ${y + 34} ${middle} ${y + 22}Z`,
      ink.accent,
    ),
    line(`M${middle - width * 0.3} ${y + height * 0.55}H${middle + width * 0.3}`, ink.accentDeep, 8, 0.9),
    line(`M${middle - width * 0.22} ${y + height * 0.7}H${middle + width * 0.22}`, ink.accentDeep, 4, 0.6),
    line(`M${middle - width * 0.16} ${y + height * 0.82}H${middle + width * 0.16}`, ink.accentDeep, 4, 0.6),
  ].join('');
};

export const serum = drawing('plinth', [400, 800], (ink) => {
  const glass =
    'M300 720C300 690 340 690 356 670V640H444V670C460 690 500 690 500 720V972C500 998 470 1010 400 1010C330 1010 300 998 300 972Z';
  return [
    contactShadow([400, 1006], 110, 16),
    part('M372 440C372 410 428 410 428 440V560H372Z', deeper(ink.accent, 0.1), 'round'),
    part('M348 556H452V648H348Z', metal.gold, 'round'),
    [572, 590, 608, 626].map((y) => line(`M350 ${y}H450`, '#000', 3, 0.18)).join(''),
    plain(glass, paler(ink.main, 0.25), 0.75),
    plain('M306 780C340 790 460 790 494 780V970C494 994 466 1004 400 1004C334 1004 306 994 306 970Z', ink.main, 0.9),
    line('M400 650V920', '#fff', 12, 0.45),
    `<path d="${glass}" fill="url(#round)"/>`,
    label([326, 790], [148, 160], ink),
    shine('M322 740V980', 12, 0.8) + line('M480 740V960', '#fff', 4, 0.4),
  ];
});

export const cream = drawing('plinth', [400, 870], (ink) => {
  const open = ink.random.chance(0.4);
  const lid =
    part('M256 740V806C256 826 544 826 544 806V740C544 716 256 716 256 740Z', metal.gold, 'round') +
    oval([400, 738], [144, 26], paler(metal.gold, 0.3));
  return [
    contactShadow([400, 1006], 180, 20),
    piece(ink, 'M240 806C240 790 560 790 560 806V950C560 990 500 1010 400 1010C300 1010 240 990 240 950Z', {
      shading: 'round',
    }),
    label([306, 856], [188, 120], ink),
    shine('M272 830V960', 18, 0.6),
    open
      ? oval([400, 800], [160, 32], paler(ink.main, 0.4)) +
        oval([400, 800], [142, 26], '#fdf6ea') +
        plain(
          'M300 800C330 770 380 790 400 772C420 756 450 740 440 720C480 750 500 780 500 802C460 822 340 822 300 800Z',
          '#fffaf0',
        ) +
        fold('M330 804C380 786 430 790 470 770', 7, 0.16) +
        `<g transform="translate(186 150) rotate(14 400 780)">${contactShadow([400, 858], 130, 14, 0.3)}${lid}</g>`
      : lid + fold('M250 826C300 842 500 842 550 826', 8, 0.4),
  ];
});

export const lipstick = drawing('plinth', [400, 640], (ink) => [
  contactShadow([400, 1006], 100, 16) + contactShadow([560, 1014], 66, 12, 0.3),
  part('M350 560C350 480 420 420 450 404V690H350Z', ink.main, 'round'),
  plain('M350 560C350 480 420 420 450 404C452 450 410 520 350 560Z', ink.pale, 0.75),
  part('M338 660C338 652 462 652 462 660V780H338Z', metal.gold, 'round'),
  line('M338 690H462M338 760H462', '#000', 3, 0.2),
  piece(ink, 'M320 780C320 768 480 768 480 780V984C480 1002 450 1010 400 1010C350 1010 320 1002 320 984Z', {
    fill: deeper(ink.accent, 0.25),
    shading: 'round',
  }),
  line('M322 800C360 810 440 810 478 800', metal.gold, 6),
  shine('M344 800V980', 10, 0.6) + shine('M372 540V640', 12, 0.55),
  `<g transform="rotate(4 560 900)">${part('M508 740C508 730 612 730 612 740V1000C612 1012 590 1018 560 1018C530 1018 508 1012 508 1000Z', deeper(ink.accent, 0.25), 'round')}${oval([560, 740], [52, 10], paler(ink.accent, 0.2))}${shine('M524 760V990', 8, 0.6)}${line('M508 980C540 990 580 990 612 980', metal.gold, 6)}</g>`,
]);

export const perfume = drawing('plinth', [400, 800], (ink) => {
  const facets = ink.random.chance(0.5);
  const glass = facets
    ? 'M262 720L320 660H480L538 720V960L500 1010H300L262 960Z'
    : 'M256 830C256 730 320 670 400 670C480 670 544 730 544 830C544 940 490 1010 400 1010C310 1010 256 940 256 830Z';
  const liquid = mix(ink.main, '#f3c98a', 0.25);
  return [
    contactShadow([400, 1008], 140, 18),
    part('M352 490C352 476 448 476 448 490V600H352Z', deeper(ink.accent, 0.15), 'round') +
      oval([400, 490], [48, 10], paler(ink.accent, 0.3)),
    part('M372 596H428V674H372Z', metal.gold, 'round'),
    plain(glass, paler(liquid, 0.45), 0.85),
    `<g clip-path="url(#bottle)">${plain('M240 780C320 796 480 796 560 780V1020H240Z', liquid, 0.92)}</g><clipPath id="bottle"><path d="${glass}"/></clipPath>`,
    facets
      ? plain('M262 720L320 760V950L300 1010L262 960Z', '#fff', 0.2) +
        plain('M538 720L480 760V950L500 1010L538 960Z', SHADE, 0.2) +
        line('M320 760H480M320 950H480', '#fff', 3, 0.4)
      : '',
    `<path d="${glass}" fill="url(#round)"/>`,
    line(glass, '#fff', 5, 0.5),
    label([330, 800], [140, 130], ink),
    shine(facets ? 'M286 740V940' : 'M290 860C286 790 320 730 366 708', 12, 0.8),
  ];
});
const SHADE = '#241a3a';
