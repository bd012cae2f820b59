/** Things for a home that stand on a plinth: mug, kettle, vase, candle, plant pot. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { drawing } from './drawing.ts';
import { fold, type Ink, line, metal, oval, part, piece, plain, shine } from './ink.ts';
import { contactShadow } from './stage.ts';

/** A leaf on its stem, from (x, y) to where it points. */
const leaf = ([x, y]: readonly [number, number], angle: number, length: number, colour: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${angle})"><path d="M0 0C${length * 0.3} ${-length * 0.26} ${length * 0.8} ${-length * 0.2} ${length} 0C${length * 0.8} ${length * 0.2} ${length * 0.3} ${length * 0.26} 0 0Z" fill="${colour}"/><path d="M0 0C${length * 0.3} ${-length * 0.26} ${length * 0.8} ${-length * 0.2} ${length} 0Z" fill="#fff" fill-opacity=".14"/><path d="M0 0H${length * 0.92}" stroke="${deeper(colour, 0.35)}" stroke-width="3" stroke-opacity=".5"/></g>`;

export const mug = drawing('plinth', [400, 780], (ink) => {
  const tall = ink.random.between(-40, 40);
  const top = 640 + tall;
  const body = `M246 ${top}V940C246 984 300 1012 390 1012C480 1012 534 984 534 940V${top}Z`;
  const steam = (x: number): string =>
    shine(`M${x} ${top - 40}C${x - 34} ${top - 100} ${x + 34} ${top - 150} ${x} ${top - 220}`, 14, 0.3);
  return [
    contactShadow([390, 1008], 170, 20),
    line(`M528 ${top + 90}C640 ${top + 70} 650 ${top + 250} 524 ${top + 246}`, deeper(ink.main, 0.28), 44),
    line(`M528 ${top + 88}C636 ${top + 70} 644 ${top + 246} 524 ${top + 242}`, ink.main, 34),
    shine(`M540 ${top + 82}C610 ${top + 84} 620 ${top + 150} 612 ${top + 180}`, 8, 0.5),
    piece(ink, body, { shading: 'round' }),
    ink.form === 2
      ? part(
          `M246 ${top + 190}C300 ${top + 214} 480 ${top + 214} 534 ${top + 190}V940C534 984 480 1012 390 1012C300 1012 246 984 246 940Z`,
          ink.accent,
          'round',
        )
      : '',
    oval([390, top], [144, 34], paler(ink.main, 0.3)) +
      oval([390, top + 3], [128, 27], deeper(ink.main, 0.4)) +
      oval([390, top + 12], [116, 19], '#5a3420') +
      oval([372, top + 9], [70, 8], '#8a5a38'),
    shine(`M292 ${top + 60}V930`, 22, 0.5),
    steam(360) + steam(420),
  ];
});

export const kettle = drawing('plinth', [400, 800], (ink) => {
  const wood = '#a9754a';
  return [
    contactShadow([400, 1008], 210, 22),
    line('M560 860C640 830 650 760 690 720', deeper(ink.main, 0.25), 62) +
      line('M558 856C636 828 648 758 686 716', ink.main, 50) +
      shine('M580 836C630 810 642 760 668 730', 10, 0.5),
    oval([692, 712], [31, 13], deeper(ink.main, 0.5), ' transform="rotate(40 692 712)"'),
    line('M262 740C230 520 570 520 538 740', deeper(wood, 0.4), 34) +
      line('M262 738C234 526 566 526 538 738', metal.steel, 14),
    line('M310 604C350 566 450 566 490 604', deeper(wood, 0.3), 40) +
      line('M310 602C350 566 450 566 490 602', wood, 32) +
      line('M320 592C356 566 440 566 478 590', '#fff', 5, 0.3),
    piece(
      ink,
      'M196 900C190 780 280 716 400 716C520 716 610 780 604 900C602 980 540 1012 400 1012C260 1012 198 980 196 900Z',
      { shading: 'round' },
    ),
    part('M204 952C300 976 500 976 596 952C580 996 520 1012 400 1012C280 1012 220 996 204 952Z', ink.accent, 'round'),
    piece(ink, 'M292 736C300 700 500 700 508 736C470 752 330 752 292 736Z', {
      shading: 'fall',
      fill: paler(ink.main, 0.16),
      print: false,
    }),
    part('M378 704H422V676C422 664 378 664 378 676Z', wood, 'round'),
    shine('M252 900C250 830 290 780 340 758', 24, 0.6),
    fold('M292 742C340 758 460 758 508 742', 8, 0.3),
  ];
});

export const vase = drawing('plinth', [400, 820], (ink) => {
  const slim = ink.form !== 1;
  const body = slim
    ? 'M356 560C362 640 300 720 286 820C274 920 310 1012 400 1012C490 1012 526 920 514 820C500 720 438 640 444 560Z'
    : 'M340 600C346 660 240 700 224 820C212 930 290 1012 400 1012C510 1012 588 930 576 820C560 700 454 660 460 600Z';
  const [half, lip] = slim ? [44, 560] : [60, 600];
  const green = mix(ink.accent, '#6f8a5a', 0.75);
  const dried = ink.random.chance(0.4);
  const stem = (d: string): string => line(d, deeper(green, 0.2), 6);
  return [
    contactShadow([400, 1008], slim ? 110 : 150, 18),
    stem(`M396 ${lip}C384 480 350 410 312 340`) +
      stem(`M404 ${lip}C418 460 464 400 508 324`) +
      stem(`M400 ${lip}C400 460 404 380 400 280`),
    dried
      ? [
          [312, 340, -20],
          [508, 324, 18],
          [400, 280, 0],
        ]
          .map(
            ([x = 0, y = 0, turn = 0]) =>
              `<g transform="rotate(${turn} ${x} ${y})">${oval([x, y - 30], [26, 74], '#d9bd8c')}${oval([x - 8, y - 40], [10, 54], '#fff', ' fill-opacity=".25"')}</g>`,
          )
          .join('')
      : [
          [358, 450, 200],
          [336, 396, 240],
          [312, 340, 225],
          [436, 450, -50],
          [476, 384, -20],
          [508, 324, -50],
          [400, 430, 200],
          [402, 370, -30],
          [400, 310, 215],
          [400, 284, -80],
        ]
          .map(([x = 0, y = 0, turn = 0]) => leaf([x, y], turn, 104, green))
          .join(''),
    piece(ink, body, { shading: 'round' }),
    slim
      ? ''
      : `<path d="M228 800C300 830 500 830 572 800M226 840C300 870 500 870 574 840" fill="none" stroke="${ink.accent}" stroke-width="12" stroke-opacity=".8"/>`,
    oval([400, lip], [half, 13], paler(ink.main, 0.25)) + oval([400, lip + 2], [half - 10, 8], deeper(ink.main, 0.6)),
    shine(slim ? 'M330 900C316 820 350 730 374 660' : 'M274 880C262 800 320 730 366 690', 22, 0.5),
  ];
});

export const candle = drawing('plinth', [400, 830], (ink) => {
  const label = paler(ink.accent, 0.72);
  return [
    contactShadow([400, 1008], 160, 20),
    `<radialGradient id="glow"><stop stop-color="#ffe9b0" stop-opacity=".9"/><stop offset=".4" stop-color="#ffd98a" stop-opacity=".35"/><stop offset="1" stop-color="#ffd98a" stop-opacity="0"/></radialGradient>`,
    circleGlow,
    piece(ink, 'M256 690V960C256 992 310 1012 400 1012C490 1012 544 992 544 960V690Z', { shading: 'round' }),
    oval([400, 690], [144, 32], paler(ink.main, 0.3)) +
      oval([400, 694], [130, 26], deeper(ink.main, 0.3)) +
      oval([400, 706], [122, 20], '#fbeecb'),
    line('M400 706V664', '#3a2c22', 6),
    plain('M400 560C430 610 428 656 400 668C372 656 370 610 400 560Z', '#f6a638') +
      plain('M400 600C416 630 414 656 400 664C386 656 384 630 400 600Z', '#fff1c4'),
    part('M300 800C340 810 460 810 500 800V924C460 934 340 934 300 924Z', label, 'flat'),
    line('M340 846H460', ink.accentDeep, 8, 0.85) +
      line('M362 876H438', ink.accentDeep, 4, 0.6) +
      line('M376 896H424', ink.accentDeep, 4, 0.6),
    plain('M400 812C410 820 410 828 400 834C390 828 390 820 400 812Z', ink.accent),
    shine('M290 720V960', 18, 0.5),
  ];
});
const circleGlow = '<circle cx="400" cy="620" r="260" fill="url(#glow)"/>';

const plant = (ink: Ink): string => {
  const green = mix(ink.accent, '#4f7f55', 0.8);
  if (ink.random.chance(0.4)) {
    const cactus = (d: string): string =>
      line(d, deeper(green, 0.3), 74) + line(d, green, 64) + line(d, paler(green, 0.25), 8, 0.5);
    const spikes = [440, 500, 560, 620]
      .map((y) => line(`M376 ${y}L364 ${y - 10}M424 ${y}L438 ${y - 8}M400 ${y + 20}L400 ${y + 6}`, '#fff', 4, 0.6))
      .join('');
    return (
      cactus('M400 720V400') +
      cactus('M400 620C480 620 500 600 500 520') +
      cactus('M400 660C320 660 306 620 306 570') +
      spikes +
      oval([400, 356], [26, 18], '#e6849a') +
      oval([390, 352], [12, 8], '#fff', ' fill-opacity=".4"')
    );
  }
  const fronds = [-160, -140, -120, -104, -90, -76, -60, -40, -20].map((angle, at) =>
    leaf([400, 730], angle, 230 + (at % 3) * 44, at % 2 ? deeper(green, 0.14) : green),
  );
  return (
    fronds.join('') + [-128, -96, -68, -48].map((angle) => leaf([400, 736], angle, 180, paler(green, 0.14))).join('')
  );
};

export const plantPot = drawing('plinth', [400, 860], (ink) => [
  contactShadow([400, 1008], 150, 20),
  plant(ink),
  piece(ink, 'M252 740L284 980C290 1004 330 1014 400 1014C470 1014 510 1004 516 980L548 740Z', {
    shading: 'round',
  }),
  piece(ink, 'M236 712V776C280 800 520 800 564 776V712C520 736 280 736 236 712Z', {
    shading: 'round',
    fill: paler(ink.main, 0.1),
  }),
  fold('M248 790C300 812 500 812 552 790', 9, 0.34),
  `<path d="M236 712C280 690 520 690 564 712C520 736 280 736 236 712Z" fill="#4a352a" fill-opacity=".85"/>`,
  shine('M300 820L318 970', 20, 0.42),
]);
