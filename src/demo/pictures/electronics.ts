/** Headphones, speaker, camera, desk keyboard; and a notebook from the desk beside it. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { type Drawing, drawing } from './drawing.ts';
import { bothSides, circle, fold, line, metal, oval, part, piece, plain, shine, stitches, turned } from './ink.ts';
import { contactShadow } from './stage.ts';

export const headphones: Drawing = {
  stage: 'wall',
  focus: [520, 720],
  draw: (ink) => {
    const band = 'M206 760C180 420 270 300 400 300C530 300 620 420 594 760';
    return turned(
      [
        line(band, deeper(ink.main, 0.45), 60) + line(band, ink.main, 50),
        line('M226 560C232 400 300 330 400 330C500 330 568 400 574 560', mix(ink.accent, ink.deep, 0.2), 20),
        shine('M222 520C236 400 300 320 390 314', 10, 0.55),
        bothSides(
          part('M574 650H610V740H574Z', metal.steel, 'round') +
            part('M520 700C520 660 560 650 580 660V940C560 950 520 940 520 900Z', deeper(ink.accent, 0.4), 'fall') +
            piece(ink, 'M570 670C640 640 690 700 692 800C690 900 640 960 570 930C556 860 556 740 570 670Z', {
              shading: 'round',
            }) +
            oval([634, 800], [34, 78], deeper(ink.main, 0.22)) +
            oval([632, 798], [26, 64], mix(ink.main, ink.accent, 0.35)) +
            fold('M572 680C560 760 560 850 572 924', 10, 0.3) +
            shine('M650 700C672 740 676 780 674 820', 8, 0.5),
        ),
        circle([176, 900], 6, '#8de0a8'),
      ].join(''),
      ink.random.between(-8, 8),
    );
  },
};

export const speaker = drawing('plinth', [400, 800], (ink) => {
  const tall = ink.form === 1;
  const top = tall ? 480 : 640;
  const body = `M250 ${top + 60}C250 ${top + 14} 280 ${top} 400 ${top}C520 ${top} 550 ${top + 14} 550 ${top + 60}V950C550 996 520 1012 400 1012C280 1012 250 996 250 950Z`;
  const holes = Array.from({ length: tall ? 17 : 10 }, (_, row) =>
    line(
      `M262 ${top + 110 + row * 22}C330 ${top + 124 + row * 22} 470 ${top + 124 + row * 22} 538 ${top + 110 + row * 22}`,
      '#000',
      7,
      0.2,
    ),
  ).join('');
  return [
    contactShadow([400, 1008], 170, 20),
    piece(ink, body, { shading: 'round' }),
    holes,
    part(
      `M250 ${top + 60}C250 ${top + 14} 280 ${top} 400 ${top}C520 ${top} 550 ${top + 14} 550 ${top + 60}C520 ${top + 84} 280 ${top + 84} 250 ${top + 60}Z`,
      mix(ink.main, ink.deep, 0.25),
      'flat',
    ),
    oval([400, top + 36], [104, 22], deeper(ink.main, 0.45)) +
      oval([400, top + 33], [98, 19], mix(ink.main, ink.deep, 0.4)),
    [352, 400, 448]
      .map((x, at) => circle([x, top + 34], 5, at === 1 ? '#f6d08a' : '#fff', ' fill-opacity=".85"'))
      .join(''),
    part(
      'M250 930C300 956 500 956 550 930V950C550 996 520 1012 400 1012C280 1012 250 996 250 950Z',
      ink.accent,
      'round',
    ),
    line(`M548 ${top + 190}C600 ${top + 190} 604 ${top + 330} 546 ${top + 330}`, ink.accentDeep, 20) +
      line(`M548 ${top + 188}C596 ${top + 190} 600 ${top + 326} 546 ${top + 326}`, ink.accent, 13),
    part('M374 880H426V902H374Z', metal.gold, 'flat'),
    shine(`M284 ${top + 110}V920`, 20, 0.35),
  ];
});

export const camera = drawing('plinth', [400, 850], (ink) => {
  const silver = ink.random.chance(0.6) ? '#cfc9be' : '#4a4850';
  return [
    contactShadow([400, 1010], 250, 20),
    line('M176 780C60 640 90 520 200 470M624 780C740 640 710 520 600 470', deeper(ink.accent, 0.2), 18) +
      stitches('M176 780C60 640 90 520 200 470M624 780C740 640 710 520 600 470', '#fff', 0.4),
    part('M300 720L326 652H474L500 720Z', silver, 'fall'),
    part('M190 700H280V726H190ZM520 694H560V726H520Z', deeper(silver, 0.2), 'round'),
    circle([610, 708], 26, metal.steel),
    part('M150 736C150 720 162 714 180 714H620C638 714 650 720 650 736V780H150Z', silver, 'fall'),
    piece(ink, 'M150 776H650V980C650 1000 638 1010 620 1010H180C162 1010 150 1000 150 980Z', { shading: 'cloth' }),
    part('M150 986H650C648 1002 638 1010 620 1010H180C162 1010 152 1002 150 986Z', silver, 'flat'),
    circle([410, 862], 138, deeper(silver, 0.5)) +
      circle([406, 858], 132, silver) +
      circle([406, 858], 132, 'url(#flat)'),
    circle([406, 858], 108, '#2a2833') + circle([406, 858], 92, '#15131f'),
    Array.from(
      { length: 36 },
      (_, at) => `<path d="M406 738V750" stroke="#2a2833" stroke-width="5" transform="rotate(${at * 10} 406 858)"/>`,
    ).join(''),
    circle([406, 858], 74, mix('#2b3d6b', ink.accent, 0.35)) + circle([406, 858], 52, '#0f1430'),
    oval([380, 826], [30, 20], '#fff', ' fill-opacity=".65" transform="rotate(-35 380 826)"') +
      circle([436, 890], 12, '#fff', ' fill-opacity=".3"'),
    part('M360 672H440V706H360Z', '#1f1d29', 'flat') + plain('M368 678L404 678L380 700L368 700Z', '#fff', 0.35),
    circle([590, 800], 15, ink.accent) + circle([586, 796], 6, '#fff', ' fill-opacity=".6"'),
    shine('M176 790V970', 14, 0.3),
  ];
});

export const keyboard: Drawing = {
  stage: 'wall',
  focus: [400, 640],
  draw: (ink) => {
    const key = (x: number, y: number, width: number, fill: string): string =>
      `<rect x="${x}" y="${y + 6}" width="${width}" height="58" rx="11" fill="${deeper(fill, 0.32)}"/><rect x="${x}" y="${y}" width="${width}" height="56" rx="11" fill="${fill}"/><rect x="${x + 7}" y="${y + 4}" width="${width - 14}" height="42" rx="8" fill="#fff" fill-opacity=".26"/>`;
    const tone = (row: number, at: number): string =>
      (row === 0 && at === 0) || (row === 2 && at === 8)
        ? ink.accent
        : (row + at) % 7 === 3
          ? paler(ink.main, 0.35)
          : paler(ink.main, 0.65);
    const row = (at: number): string =>
      Array.from({ length: 9 }, (_, column) => key(112 + column * 65, 512 + at * 70, 58, tone(at, column))).join('');
    return turned(
      [
        `<rect x="84" y="482" width="632" height="336" rx="30" fill="${deeper(ink.main, 0.4)}"/><rect x="84" y="474" width="632" height="334" rx="30" fill="${ink.main}"/><rect x="84" y="474" width="632" height="334" rx="30" fill="url(#flat)"/>`,
        `<rect x="100" y="496" width="600" height="296" rx="16" fill="${deeper(ink.main, 0.5)}"/>`,
        row(0) + row(1) + row(2),
        key(112, 722, 92, ink.accent) +
          key(212, 722, 58, paler(ink.main, 0.65)) +
          key(278, 722, 252, paler(ink.main, 0.65)) +
          key(538, 722, 58, paler(ink.main, 0.35)) +
          key(604, 722, 84, ink.accent),
        line('M400 474C396 380 440 330 400 240', '#4a4650', 14) +
          line('M398 474C394 380 438 330 398 240', '#fff', 3, 0.25),
        shine('M120 484H560', 8, 0.5),
      ].join(''),
      ink.random.between(-22, -8),
      400,
      640,
    );
  },
};

export const notebook: Drawing = {
  stage: 'wall',
  focus: [400, 560],
  draw: (ink) => {
    const spiral = ink.random.chance(0.4);
    return turned(
      [
        `<rect x="214" y="330" width="404" height="602" rx="12" fill="#e9dfcc"/>`,
        [0, 1, 2, 3, 4].map((at) => line(`M${606 + at * 3} 342V920`, '#b8aa90', 1.6, 0.8)).join(''),
        piece(ink, 'M196 322H588C600 322 606 330 606 342V910C606 922 600 930 588 930H196Z', { shading: 'cloth' }),
        `<rect x="196" y="322" width="62" height="608" fill="${deeper(ink.main, 0.25)}" fill-opacity=".9"/>`,
        spiral
          ? Array.from(
              { length: 17 },
              (_, at) =>
                line(
                  `M178 ${350 + at * 34}C166 ${340 + at * 34} 214 ${332 + at * 34} 226 ${350 + at * 34}`,
                  metal.steel,
                  7,
                ) + circle([226, 352 + at * 34], 5, '#2a2530'),
            ).join('')
          : fold('M258 324V928', 9, 0.3) + part('M540 322H560V930H540Z', ink.accent, 'flat'),
        `<rect x="304" y="440" width="210" height="130" rx="6" fill="#fbf5e8"/>`,
        line('M336 482H482', ink.accentDeep, 8, 0.85) + line('M356 518H462M372 542H446', ink.accentDeep, 4, 0.55),
        shine('M286 340V900', 18, 0.3),
        line('M420 930C424 980 408 1000 414 1040', ink.accent, 9) +
          plain('M404 1036L424 1036L428 1066L414 1054L400 1066Z', ink.accent),
        `<g transform="rotate(14 660 640)">${part('M644 330H676V880H644Z', ink.accent, 'round')}${plain('M644 880L660 930L676 880Z', '#e7c99a')}${plain('M655 915L660 930L665 915Z', '#3a3340')}${part('M644 318H676V352H644Z', metal.gold, 'round')}${part('M644 292H676V322H644Z', '#d98a88', 'round')}</g>`,
      ].join(''),
      ink.random.between(-9, 5),
    );
  },
};
