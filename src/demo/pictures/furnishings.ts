/** Larger things for a home: lamp, chair, cushion, bedding. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { drawing } from './drawing.ts';
import { bothSides, circle, fold, line, metal, oval, part, piece, plain, shine, stitches, turned } from './ink.ts';
import { contactShadow } from './stage.ts';

export const lamp = drawing('plinth', [400, 480], (ink) => {
  const dome = ink.form === 2;
  const shade = dome
    ? 'M200 600C200 420 290 340 400 340C510 340 600 420 600 600C540 622 260 622 200 600Z'
    : 'M300 340C350 352 450 352 500 340L606 610C540 636 260 636 194 610Z';
  const stone = mix(ink.accent, '#d8c3a0', 0.35);
  return [
    contactShadow([400, 1006], 150, 20),
    `<radialGradient id="glow"><stop stop-color="#ffeebc" stop-opacity=".85"/><stop offset="1" stop-color="#ffd98a" stop-opacity="0"/></radialGradient><ellipse cx="400" cy="690" rx="300" ry="240" fill="url(#glow)"/>`,
    line('M400 620V760', metal.gold, 16) + line('M397 620V760', '#fff', 4, 0.5),
    piece(
      { ...ink, printed: false },
      'M372 760C300 800 286 880 320 950C330 980 350 1000 400 1004C450 1000 470 980 480 950C514 880 500 800 428 760Z',
      { fill: stone, shading: 'round' },
    ),
    oval([400, 1000], [96, 16], deeper(stone, 0.3)),
    shine('M336 900C326 850 346 810 372 790', 16, 0.55),
    piece(ink, shade, { shading: 'round' }),
    dome ? '' : plain('M300 340C350 328 450 328 500 340C450 352 350 352 300 340Z', '#fff0c4'),
    plain(
      dome
        ? 'M200 600C260 580 540 580 600 600C540 622 260 622 200 600Z'
        : 'M194 610C260 586 540 586 606 610C540 636 260 636 194 610Z',
      '#fff3cf',
    ),
    line(dome ? 'M202 598C260 620 540 620 598 598' : 'M196 608C260 634 540 634 604 608', ink.accent, 8),
    shine(dome ? 'M256 560C256 460 300 400 360 372' : 'M322 380L252 588', 22, 0.4),
    line('M474 628V720', '#8a7a5a', 3) + circle([474, 728], 9, metal.gold),
  ];
});

export const chair = drawing('floor', [400, 560], (ink) => {
  const wood = ink.random.pick(['#b98a5a', '#8a5f3f', '#d0a878']);
  const leg = (d: string, tone: string): string =>
    line(d, deeper(tone, 0.35), 30) + line(d, tone, 23) + line(d, '#fff', 4, 0.25);
  const spindle = ink.form === 1;
  return [
    contactShadow([400, 1066], 240, 24, 0.34),
    leg('M290 780L262 1000', deeper(wood, 0.25)) + leg('M520 780L548 1000', deeper(wood, 0.25)),
    spindle
      ? leg('M240 440C300 400 500 400 560 440', wood) +
        [290, 345, 400, 455, 510]
          .map((x) => leg(`M${x} ${424 - (1 - Math.abs(x - 400) / 160) * 10}L${400 + (x - 400) * 0.8} 740`, wood))
          .join('')
      : piece(
          ink,
          'M214 420C216 360 300 336 400 336C500 336 584 360 586 420C592 520 580 640 552 720C500 744 300 744 248 720C220 640 208 520 214 420Z',
          { shading: 'round' },
        ) +
        line('M236 430C246 380 320 362 400 362C480 362 554 380 564 430', ink.pale, 5, 0.5) +
        [330, 400, 470]
          .map((x) => circle([x, 510], 9, ink.deep) + fold(`M${x} 510C${x - 20} 560 ${x - 14} 620 ${x} 680`, 9, 0.18))
          .join('') +
        shine('M262 470C254 560 264 640 280 690', 24, 0.32),
    piece(
      ink,
      'M190 760C196 716 290 700 400 700C510 700 604 716 610 760C614 808 590 832 400 834C210 832 186 808 190 760Z',
      { shading: 'fall' },
    ),
    fold('M206 800C290 830 510 830 594 800', 10, 0.28),
    stitches('M204 778C290 806 510 806 596 778', ink.pale, 0.6),
    shine('M250 742C310 726 400 722 460 724', 16, 0.4),
    leg('M232 830L186 1062', wood) + leg('M568 830L614 1062', wood),
    leg('M218 930C300 946 500 946 582 930', wood),
  ];
});

export const cushion = drawing('floor', [400, 720], (ink) => {
  const body =
    'M170 500C260 524 540 524 630 500C650 490 664 506 656 530C630 620 630 860 656 950C664 976 650 990 630 982C540 956 260 956 170 982C150 990 136 976 144 950C170 860 170 620 144 530C136 506 150 490 170 500Z';
  const tassel = (x: number, y: number, angle: number): string =>
    `<g transform="translate(${x} ${y}) rotate(${angle})">${[-9, -3, 3, 9].map((dx) => line(`M0 0C${dx} 16 ${dx * 1.6} 30 ${dx * 1.8} 50`, ink.accent, 6)).join('')}${circle([0, 2], 11, ink.accentDeep)}</g>`;
  return [
    contactShadow([400, 984], 270, 30),
    turned(
      [
        tassel(150, 500, 140) + tassel(650, 500, -140) + tassel(150, 980, 40) + tassel(650, 980, -40),
        piece(ink, body, { shading: 'round' }),
        fold('M200 530C240 580 250 640 240 700M600 530C560 580 552 640 560 700', 20, 0.22),
        fold('M200 950C246 906 256 850 246 800M600 950C556 906 546 850 556 800', 20, 0.26),
        shine('M270 580C300 560 380 552 440 560', 40, 0.36),
        line(body, ink.accent, 9, 0.9),
        ink.random.chance(0.4)
          ? circle([400, 740], 22, ink.accentDeep) +
            circle([394, 734], 12, '#fff', ' fill-opacity=".3"') +
            fold('M400 740L300 660M400 740L500 660M400 740L300 830M400 740L500 830', 12, 0.22)
          : '',
      ].join(''),
      ink.random.between(-7, 7),
      400,
      740,
    ),
  ];
});

export const bedding = drawing('floor', [400, 720], (ink) => {
  const wood = '#a87b52';
  const pillow =
    'M430 520C480 500 620 500 664 520C688 560 690 620 668 660C610 676 480 676 428 660C408 620 408 560 430 520Z';
  return [
    contactShadow([400, 1096], 330, 26, 0.4),
    part('M96 420C96 380 704 380 704 420V800H96Z', wood, 'cloth'),
    [200, 300, 400, 500, 600].map((x) => line(`M${x} 400V800`, deeper(wood, 0.5), 4, 0.4)).join(''),
    part('M84 640H716V1040C716 1060 84 1060 84 1040Z', '#efe6d6', 'fall'),
    bothSides(part(pillow, '#f8f2e6', 'fall') + fold('M470 640C520 620 600 620 640 640', 12, 0.16)),
    bothSides(
      piece(
        ink,
        'M446 590C490 566 600 566 640 590C658 630 656 680 640 706C590 720 490 720 446 706C430 680 430 630 446 590Z',
        { shading: 'fall', fill: ink.accent, print: false },
      ) + shine('M470 612C510 600 560 598 590 602', 12, 0.35),
    ),
    piece(
      ink,
      'M76 730C200 700 600 700 724 730L736 1080C700 1110 660 1086 610 1098C540 1112 480 1090 400 1104C320 1118 250 1090 180 1102C140 1108 96 1104 64 1080Z',
      { shading: 'fall' },
    ),
    part('M76 730C200 700 600 700 724 730L726 806C600 778 200 778 74 806Z', paler(ink.main, 0.45), 'flat'),
    fold('M74 812C200 784 600 784 726 812', 10, 0.28),
    fold(
      'M180 840C190 930 170 1010 176 1090M330 830C320 930 340 1010 326 1100M500 830C520 930 500 1010 512 1090M640 850C632 940 650 1010 640 1080',
      22,
      0.17,
    ),
    shine('M250 850C246 940 262 1010 254 1070M560 850C570 940 560 1010 566 1070', 24, 0.22),
    stitches('M76 790C200 764 600 764 724 790', ink.deep, 0.4),
  ];
});
