/** What keeps warm: sweater, hoodie, jacket, scarf. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { drawing } from './drawing.ts';
import { bothSides, fold, line, metal, mirrored, part, piece, plain, shine, stitches } from './ink.ts';
import { neckband } from './tops.ts';

const ribs = (
  [from, to]: readonly [number, number],
  [top, bottom]: readonly [number, number],
  colour: string,
): string =>
  Array.from({ length: Math.floor((to - from) / 14) }, (_, at) => from + 7 + at * 14)
    .map((x) => line(`M${x} ${top}V${bottom}`, colour, 3.5, 0.32))
    .join('');

export const sweater = drawing('wall', [400, 560], (ink) => {
  const sleeve = 'M548 322C626 350 668 420 690 520L738 880C712 904 668 910 636 902L576 560Z';
  const body =
    'M292 302C340 360 460 360 508 302C532 308 558 320 578 334C592 430 586 520 588 620L598 948C520 972 280 972 202 948L212 620C214 520 208 430 222 334C242 320 268 308 292 302Z';
  const cable = (x: number): string =>
    Array.from({ length: 11 }, (_, at) => 392 + at * 48)
      .map(
        (y) =>
          line(
            `M${x - 17} ${y}C${x - 17} ${y + 24} ${x + 17} ${y + 24} ${x + 17} ${y + 48}`,
            deeper(ink.main, 0.32),
            15,
            0.4,
          ) +
          line(
            `M${x + 17} ${y}C${x + 17} ${y + 24} ${x - 17} ${y + 24} ${x - 17} ${y + 48}`,
            paler(ink.main, 0.22),
            12,
          ),
      )
      .join('');
  const yoke = ink.form === 2;
  return [
    bothSides(
      piece(ink, sleeve, { shading: 'drape' }) +
        fold('M604 420C650 560 664 700 676 850', 22, 0.17) +
        part(
          'M730 820L740 890C712 914 664 918 632 908L624 838C660 846 700 840 730 820Z',
          mix(ink.main, ink.deep, 0.35),
          'drape',
        ),
    ),
    plain('M292 302C330 280 470 280 508 302C460 360 340 360 292 302Z', deeper(ink.main, 0.5)),
    piece(ink, body),
    yoke
      ? [0, 1, 2]
          .map((row) =>
            line(
              `M${226 + row * 4} ${452 + row * 36}C300 ${500 + row * 36} 500 ${500 + row * 36} ${574 - row * 4} ${452 + row * 36}`,
              row === 1 ? ink.accent : paler(ink.accent, 0.45),
              16,
              0.9,
            ),
          )
          .join('')
      : cable(320) + cable(400) + cable(480),
    fold('M276 620C290 720 280 830 262 930M536 640C520 740 536 840 544 930', 18, 0.18),
    part('M201 912C280 936 520 936 599 912L598 968C520 992 280 992 202 968Z', mix(ink.main, ink.deep, 0.3), 'drape'),
    ribs([206, 594], [930, 978], ink.deep),
    neckband(ink, 36),
    fold('M578 350C592 430 586 500 588 590', 12, 0.26) + mirrored(fold('M578 350C592 430 586 500 588 590', 12, 0.2)),
    shine('M316 430C306 560 310 680 300 800', 22, 0.2),
  ];
});

export const hoodie = drawing('wall', [400, 430], (ink) => {
  const sleeve = 'M556 372C630 392 672 460 692 560L734 900C708 922 664 928 634 920L582 600Z';
  const body =
    'M286 352C320 420 480 420 514 352C546 356 570 364 588 378C598 470 592 560 594 660L602 960C520 984 280 984 198 960L206 660C208 560 202 470 212 378C230 364 254 356 286 352Z';
  const hood =
    'M400 228C300 226 258 296 270 366C300 430 360 452 400 470C440 452 500 430 530 366C542 296 500 226 400 228Z';
  return [
    bothSides(
      piece(ink, sleeve, { shading: 'drape' }) +
        fold('M610 460C650 600 664 720 672 860', 22, 0.17) +
        part(
          'M726 842L737 908C708 932 662 936 630 926L622 858C658 866 698 860 726 842Z',
          mix(ink.main, ink.deep, 0.35),
          'drape',
        ),
    ),
    piece(ink, body),
    part('M197 924C280 948 520 948 603 924L602 980C520 1004 280 1004 198 980Z', mix(ink.main, ink.deep, 0.3), 'drape'),
    ribs([202, 598], [942, 990], ink.deep),
    piece(ink, hood, { print: false, shading: 'fall' }),
    plain(
      'M400 262C332 262 306 310 316 360C340 412 376 428 400 440C424 428 460 412 484 360C494 310 468 262 400 262Z',
      deeper(ink.main, 0.5),
    ),
    plain(
      'M400 290C352 290 334 326 342 362C360 400 384 414 400 422C416 414 440 400 458 362C466 326 448 290 400 290Z',
      deeper(ink.accent, 0.35),
      0.85,
    ),
    fold('M286 372C316 430 370 456 400 476C430 456 484 430 514 372', 12, 0.34),
    piece(ink, 'M300 690H500L550 862C510 876 290 876 250 862Z', { shading: 'flat' }),
    stitches('M306 698H494L540 858M306 698L260 858', ink.deep),
    fold('M250 868C300 884 500 884 550 868', 9, 0.25),
    line('M362 446C356 500 360 540 352 590', paler(ink.accent, 0.6), 9) +
      line('M438 446C446 500 440 550 450 606', paler(ink.accent, 0.6), 9),
    line('M352 590V612M450 606V628', metal.steel, 11),
    fold('M280 560C292 640 276 660 262 700M540 560C526 640 540 680 550 720', 16, 0.18),
    shine('M318 500C312 560 314 620 308 670', 22, 0.22),
  ];
});

export const jacket = drawing('wall', [400, 430], (ink) => {
  const sleeve = 'M556 332C630 356 668 430 684 530L726 892C702 916 656 922 626 912L580 570Z';
  const half = 'M402 650L474 298C530 304 566 316 586 336C600 430 594 520 596 620L606 972C540 996 460 1000 402 996Z';
  const lapel = 'M402 660L452 300C468 288 486 290 500 300L570 430L524 444L542 482Z';
  const quilted = ink.form === 2;
  const quilt = [470, 560, 650, 740, 830, 920]
    .map(
      (y) =>
        fold(`M404 ${y}C460 ${y + 14} 540 ${y + 12} 598 ${y - 4}`, 9, 0.26) +
        shine(`M410 ${y + 22}C460 ${y + 34} 530 ${y + 32} 590 ${y + 18}`, 12, 0.2),
    )
    .join('');
  const collar = 'M400 340C424 300 452 280 486 286C520 300 536 330 540 362C500 392 450 400 404 398Z';
  const side = (front: boolean): string =>
    piece(ink, half) +
    (quilted
      ? quilt + piece(ink, collar, { fill: ink.deep, print: false, shading: 'fall' })
      : fold('M540 560C528 700 546 840 556 960', 20, 0.2) +
        piece(ink, lapel, { fill: mix(ink.main, ink.deep, 0.22), shading: 'flat' }) +
        fold('M546 488L410 664', 9, 0.3)) +
    part('M452 730H560V764H452Z', mix(ink.main, ink.deep, 0.25), 'flat') +
    line('M452 730H560V764H452Z', ink.deep, 2, 0.4) +
    (front && !quilted ? line('M470 560H540', ink.accent, 14, 0.9) : '');
  return [
    bothSides(
      piece(ink, sleeve, { shading: 'drape' }) +
        fold('M606 430C646 570 656 720 664 870', 22, 0.18) +
        line('M632 880C660 886 696 880 716 866', ink.deep, 3, 0.5),
    ),
    plain('M320 300C350 268 450 268 480 300L440 640H360Z', '#f6f1e8'),
    fold('M400 350V640', 7, 0.16) +
      [400, 460, 520, 580].map((y) => `<circle cx="400" cy="${y}" r="5" fill="#cfc6b6"/>`).join(''),
    bothSides(
      part('M400 362L452 292C442 280 424 276 400 276Z', '#fffaf0', 'flat') + line('M400 362L452 292', '#b9ad9b', 2),
    ),
    ink.random.chance(0.4)
      ? part('M386 366H414L424 560L400 600L376 560Z', ink.accent, 'flat') +
        part('M384 350H416L410 382H390Z', ink.accentDeep, 'flat')
      : '',
    mirrored(side(false)),
    side(true),
    fold('M400 650V990', 8, 0.35),
    quilted
      ? line('M400 400V990', metal.steel, 10) +
        line('M400 400V990', '#555', 3, 0.5) +
        part('M390 470H410V510L400 524L390 510Z', metal.steel, 'flat')
      : [700, 800]
          .map(
            (y) =>
              `<circle cx="420" cy="${y}" r="13" fill="${ink.accent}"/><circle cx="417" cy="${y - 3}" r="7" fill="#fff" fill-opacity=".35"/>`,
          )
          .join(''),
    fold('M586 350C600 430 594 510 596 590', 12, 0.26) + mirrored(fold('M586 350C600 430 594 510 596 590', 12, 0.2)),
  ];
});

export const scarf = drawing('wall', [400, 470], (ink) => {
  const fringe = (from: number, to: number, y: number): string =>
    Array.from({ length: Math.floor((to - from) / 16) }, (_, at) => from + 8 + at * 16)
      .map((x, at) =>
        line(
          `M${x} ${y}C${x + 3} ${y + 20} ${x - 4} ${y + 34} ${x + (at % 3) - 1} ${y + 52}`,
          at % 2 ? ink.deep : ink.main,
          7,
        ),
      )
      .join('');
  const loop =
    'M400 300C560 296 640 380 620 470C600 560 500 600 400 600C300 600 200 560 180 470C160 380 240 296 400 300Z';
  const inner =
    'M400 356C490 356 540 396 532 440C520 486 460 508 400 508C340 508 280 486 268 440C260 396 310 356 400 356Z';
  return [
    fringe(300, 420, 1040),
    piece(ink, 'M320 520C350 600 300 760 296 1042C336 1056 384 1056 424 1042C432 800 440 680 452 540Z', {
      shading: 'drape',
    }),
    fold('M352 620C340 760 334 900 332 1030M404 640C396 780 396 900 396 1030', 13, 0.2),
    fringe(420, 540, 980),
    piece(ink, 'M372 520C410 600 420 760 416 982C456 996 504 996 544 982C540 800 520 640 500 520Z', {
      shading: 'drape',
    }),
    fold('M440 620C462 760 462 880 460 970M496 620C510 760 506 880 506 970', 13, 0.2),
    piece(ink, loop, { shading: 'fall' }),
    plain(inner, deeper(ink.main, 0.5)),
    fold('M200 430C240 340 330 318 400 318C480 318 560 346 598 420', 12, 0.16),
    fold('M190 470C230 560 320 574 400 574C490 574 570 552 612 470', 14, 0.26),
    fold('M236 470C280 530 340 544 400 544C470 544 524 524 566 468', 10, 0.2),
    shine('M220 400C270 336 340 330 400 332', 12, 0.3),
    piece(
      ink,
      'M330 490C370 470 450 474 480 500C500 550 494 600 470 640C430 660 370 656 336 630C310 590 314 530 330 490Z',
      { shading: 'drape' },
    ),
    fold('M360 500C350 550 352 600 364 640M424 490C430 540 430 600 420 646', 10, 0.22),
  ];
});
