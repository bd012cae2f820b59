/** What is carried or worn beside clothes: tote, backpack, watch, sunglasses. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { type Drawing, drawing } from './drawing.ts';
import { bothSides, circle, fold, line, metal, oval, part, piece, plain, shine, stitches, turned } from './ink.ts';
import { contactShadow } from './stage.ts';

export const tote = drawing('floor', [400, 640], (ink) => {
  const handle = (d: string, colour: string): string =>
    line(d, deeper(colour, 0.35), 30) + line(d, colour, 24) + line(d, '#fff', 4, 0.2);
  const leather = mix(ink.accent, '#6b4a3b', 0.5);
  return [
    contactShadow([400, 1020], 270, 26),
    handle('M290 560C286 360 340 290 400 290C460 290 514 360 510 560', deeper(leather, 0.3)),
    plain('M176 540C260 516 540 516 624 540L600 590H200Z', deeper(ink.main, 0.5)),
    piece(
      ink,
      'M172 540C260 566 540 566 628 540L660 990C650 1018 630 1024 600 1026C480 1034 320 1034 200 1026C170 1024 150 1018 140 990Z',
      { shading: 'cloth' },
    ),
    part(
      'M148 880C300 906 500 906 652 880L660 990C650 1018 630 1024 600 1026C480 1034 320 1034 200 1026C170 1024 150 1018 140 990Z',
      leather,
      'round',
    ),
    stitches('M150 890C300 916 500 916 650 890', paler(leather, 0.5), 0.8),
    fold('M230 600C240 700 222 790 214 870M560 600C552 700 574 790 584 870', 20, 0.18),
    fold('M400 640C392 720 410 800 400 880', 14, 0.1),
    handle('M266 690C256 420 320 330 400 330C480 330 544 420 534 690', leather),
    bothSides(
      part('M516 640H554V740L535 756L516 740Z', leather, 'flat') +
        circle([535, 668], 7, metal.gold) +
        circle([535, 724], 7, metal.gold),
    ),
    part('M352 700H448V760H352Z', paler(leather, 0.12), 'flat') + stitches('M358 706H442V754H358Z', '#fff', 0.5),
    line('M172 540C260 566 540 566 628 540', ink.pale, 7, 0.7),
    shine('M214 600C206 720 196 800 190 870', 24, 0.26),
  ];
});

export const backpack = drawing('floor', [400, 760], (ink) => {
  const leather = mix(ink.accent, '#5b3f30', 0.35);
  const body =
    'M250 470C262 360 330 330 400 330C470 330 538 360 550 470L590 930C592 990 560 1020 400 1020C240 1020 208 990 210 930Z';
  return [
    contactShadow([400, 1016], 230, 26),
    line('M340 350C336 280 464 280 460 350', deeper(leather, 0.3), 26) +
      line('M340 350C336 280 464 280 460 350', leather, 18),
    bothSides(part('M552 640C606 650 626 700 624 800C622 880 612 940 588 960Z', mix(ink.main, ink.deep, 0.3), 'round')),
    piece(ink, body, { shading: 'round' }),
    fold('M300 520C290 640 280 760 276 900M500 520C512 640 520 760 524 900', 16, 0.14),
    piece(ink, 'M262 690C300 704 500 704 538 690L562 940C562 980 520 996 400 996C280 996 238 980 238 940Z', {
      fill: mix(ink.main, ink.deep, 0.1),
      shading: 'round',
    }),
    fold('M262 690C300 706 500 706 538 690', 10, 0.4),
    stitches('M250 932C260 966 330 978 400 978C470 978 540 966 550 932', ink.pale, 0.6),
    piece(
      ink,
      'M246 470C258 356 328 326 400 326C472 326 542 356 554 470C560 540 556 590 540 620C480 650 320 650 260 620C244 590 240 540 246 470Z',
      { fill: ink.accent, shading: 'fall', print: false },
    ),
    fold('M260 628C320 660 480 660 540 628', 12, 0.4),
    stitches('M268 606C330 632 470 632 532 606', paler(ink.accent, 0.6), 0.7),
    shine('M276 470C290 390 340 362 390 358', 20, 0.4),
    bothSides(
      part('M440 560H478V760L459 776L440 760Z', leather, 'round') +
        part('M432 668H486V708H432Z', metal.gold, 'flat') +
        plain('M444 678H474V698H444Z', leather) +
        line('M436 672H482', '#fff', 3, 0.6),
    ),
    part('M360 860H440V908H360Z', leather, 'flat') + stitches('M366 866H434V902H366Z', '#fff', 0.5),
  ];
});

export const watch: Drawing = {
  stage: 'wall',
  focus: [400, 620],
  draw: (ink) => {
    const housing = ink.random.pick([metal.gold, metal.steel, metal.copper]);
    const dial = ink.random.chance(0.5) ? '#f7f2e8' : deeper(ink.accent, 0.35);
    const marks = dial === '#f7f2e8' ? '#3a3640' : '#f2e9d6';
    const [hour, minute] = [ink.random.between(300, 330), ink.random.between(48, 72)];
    const hand = (angle: number, length: number, width: number, colour: string): string =>
      `<g transform="rotate(${angle} 400 620)">${line(`M400 640V${620 - length}`, '#000', width + 2, 0.2)}${line(`M400 636V${620 - length}`, colour, width)}</g>`;
    const ticks = Array.from(
      { length: 12 },
      (_, at) =>
        `<g transform="rotate(${at * 30} 400 620)">${line(at % 3 === 0 ? 'M400 496V528' : 'M400 498V516', marks, at % 3 === 0 ? 9 : 5)}</g>`,
    ).join('');
    const strap = [
      piece(ink, 'M322 480L336 210C350 190 450 190 464 210L478 480Z', { shading: 'round' }),
      piece(ink, 'M322 760L334 1060C350 1090 450 1090 466 1060L478 760Z', { shading: 'round' }),
      stitches('M342 470L352 222M458 470L448 222M342 770L350 1050M458 770L450 1050', ink.pale, 0.7),
      [900, 950, 1000].map((y) => oval([400, y], [8, 11], deeper(ink.main, 0.6))).join(''),
      part('M330 262H470V296H330Z', mix(ink.main, ink.deep, 0.35), 'round'),
    ].join('');
    return turned(
      [
        strap,
        part('M556 604H588C596 604 600 612 600 620C600 628 596 636 588 636H556Z', housing, 'fall'),
        circle([400, 620], 172, deeper(housing, 0.2)) +
          circle([400, 620], 168, housing) +
          circle([400, 620], 168, 'url(#flat)'),
        circle([400, 620], 150, deeper(housing, 0.35)) + circle([400, 620], 144, dial),
        `<circle cx="400" cy="620" r="144" fill="url(#flat)"/>`,
        ticks,
        ink.form === 2 ? circle([400, 690], 34, deeper(dial, 0.1)) + line('M400 690L416 672', marks, 3) : '',
        hand(hour, 78, 12, marks) + hand(minute, 112, 8, marks) + hand(200, 116, 3, ink.main),
        circle([400, 620], 11, housing),
        plain('M300 540C340 490 420 480 480 506C420 520 340 560 290 620C286 590 290 560 300 540Z', '#fff', 0.2),
        shine('M262 540C290 480 350 456 400 454', 9, 0.7),
      ].join(''),
      ink.random.between(-24, 24),
    );
  },
};

export const sunglasses: Drawing = {
  stage: 'wall',
  focus: [280, 620],
  draw: (ink) => {
    const roundish = ink.form === 0;
    const lens = roundish
      ? 'M440 640C440 550 510 520 570 522C640 526 690 570 684 640C678 716 620 750 566 748C498 746 440 710 440 640Z'
      : 'M430 560C500 530 620 524 704 548C706 640 680 720 600 736C510 746 442 700 430 560Z';
    const frame = ink.main;
    return turned(
      [
        bothSides(
          line('M690 580C740 560 748 600 734 640C716 720 690 800 640 900', deeper(frame, 0.35), 26) +
            line('M690 580C738 562 744 600 730 640C712 720 686 800 638 896', frame, 20),
        ),
        bothSides(
          plain(lens, deeper(ink.accent, 0.45)) +
            `<path d="${lens}" fill="url(#lens)"/>` +
            plain('M480 590C520 552 580 548 610 556C560 590 520 640 498 700C476 670 470 624 480 590Z', '#fff', 0.28) +
            line(lens, deeper(frame, 0.4), 34) +
            line(lens, frame, 27) +
            shine(lens, 5, 0.35),
        ),
        line('M444 596C420 568 380 568 356 596', deeper(frame, 0.35), 28) +
          line('M444 594C420 568 380 568 356 594', frame, 22),
        `<linearGradient id="lens" x2="0" y2="1"><stop stop-color="${SHADE}" stop-opacity=".75"/><stop offset="1" stop-color="${paler(ink.accent, 0.4)}" stop-opacity=".75"/></linearGradient>`,
        bothSides(circle([664, 572], 6, metal.gold)),
      ].join(''),
      ink.random.between(-14, 10),
    );
  },
};
const SHADE = '#1b1430';
