/** Dress, skirt, jeans. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { drawing } from './drawing.ts';
import { bothSides, button, circle, fold, line, metal, mirrored, part, piece, plain, shine, stitches } from './ink.ts';

const pleats = (xs: readonly number[], top: number, bottom: number, spread: number): string =>
  xs
    .map((x) => {
      const end = 400 + (x - 400) * spread;
      return (
        fold(`M${x} ${top}C${x} ${top + 120} ${end} ${bottom - 160} ${end} ${bottom}`, 15, 0.2) +
        shine(
          `M${x + 16} ${top + 20}C${x + 16} ${top + 140} ${end + 22} ${bottom - 160} ${end + 24} ${bottom - 20}`,
          10,
          0.2,
        )
      );
    })
    .join('');

export const dress = drawing('wall', [400, 430], (ink) => {
  const long = ink.form % 2 === 1;
  const hem = long ? 1120 : 1010;
  const sleeve = 'M520 292C590 300 626 350 630 430C606 452 566 458 540 446C538 400 530 350 518 320Z';
  const bodice =
    'M318 286C330 350 470 350 482 286C504 284 520 288 534 298C552 370 528 440 520 500C516 550 514 570 514 590H286C286 570 284 550 280 500C272 440 248 370 266 298C280 288 296 284 318 286Z';
  const skirt = `M288 584H512C560 700 620 880 652 ${hem - 20}C600 ${hem + 14} 540 ${hem - 6} 480 ${hem + 12}C430 ${hem + 22} 370 ${hem + 22} 320 ${hem + 12}C260 ${hem - 6} 200 ${hem + 14} 148 ${hem - 20}C180 880 240 700 288 584Z`;
  const tier = Math.round(584 + (hem - 584) * 0.55);
  return [
    bothSides(piece(ink, sleeve, { shading: 'fall' }) + fold('M548 320C580 360 588 400 584 444', 12, 0.24)),
    plain('M318 286C350 274 450 274 482 286C470 350 330 350 318 286Z', deeper(ink.main, 0.48)),
    piece(ink, skirt),
    pleats([316, 352, 400, 448, 484], 600, hem - 10, 2.1),
    long
      ? fold(`M216 ${tier}C320 ${tier + 26} 480 ${tier + 26} 584 ${tier}`, 10, 0.3) +
        line(`M214 ${tier - 8}C320 ${tier + 18} 480 ${tier + 18} 586 ${tier - 8}`, ink.deep, 3, 0.4)
      : '',
    piece(ink, bodice),
    fold('M330 420C336 500 330 540 330 584M470 420C464 500 470 540 470 584', 12, 0.18),
    shine('M352 400C346 470 350 530 348 570', 14, 0.24),
    part('M284 572H516V612H284Z', ink.accent, 'flat'),
    part('M372 562H428V622H372Z', ink.accentDeep, 'flat'),
    line('M318 286C330 350 470 350 482 286', paler(ink.accent, 0.2), 7),
    ink.random.chance(0.5) ? [372, 420, 468, 516].map((y) => button(400, y, 8, paler(ink.accent, 0.5))).join('') : '',
  ];
});

export const skirt = drawing('wall', [400, 430], (ink) => [
  piece(
    ink,
    'M270 380H530C590 560 650 780 676 990C610 1030 560 996 500 1016C440 1034 360 1034 300 1016C240 996 190 1030 124 990C150 780 210 560 270 380Z',
  ),
  pleats([296, 338, 380, 424, 466, 508], 400, 996, 1.95),
  part('M268 322C320 336 480 336 532 322L534 388C480 402 320 402 266 388Z', mix(ink.main, ink.deep, 0.3), 'drape'),
  plain('M268 322C320 308 480 308 532 322C480 336 320 336 268 322Z', deeper(ink.main, 0.55)),
  line('M267 380C320 394 480 394 533 380', ink.deep, 3, 0.5),
  ink.form === 2
    ? [452, 540, 628, 716].map((y) => button(400, y, 11, paler(ink.accent, 0.4))).join('')
    : part('M384 318H416V396H384Z', metal.gold, 'flat') + plain('M392 336H408V378H392Z', deeper(ink.main, 0.4)),
  line('M128 966C190 1004 240 972 300 992C360 1010 440 1010 500 992C560 972 610 1004 672 966', ink.accent, 8, 0.85),
]);

export const jeans = drawing('wall', [420, 380], (ink) => {
  const wide = [0, 28, -10][ink.form] ?? 0;
  const leg = `M402 262H520C534 360 548 460 556 560L${572 + wide} 1110C530 1124 470 1124 ${432 - wide} 1112L404 500Z`;
  const gold = '#d8a35a';
  return [
    bothSides(
      piece(ink, leg, { shading: 'drape' }) +
        shine(`M486 480C496 620 500 800 ${504 + wide / 2} 1040`, 46, 0.26) +
        fold('M430 540C460 560 500 566 548 556M434 600C470 622 510 622 552 606', 10, 0.2) +
        fold('M448 830C480 842 520 842 560 828M446 872C480 882 530 880 562 866', 10, 0.16) +
        stitches(`M544 380C548 560 ${556 + wide} 900 ${560 + wide} 1096`, gold, 0.75) +
        part(
          `M${432 - wide} 1078C480 1090 530 1090 ${571 + wide} 1078L${573 + wide} 1114C530 1128 470 1128 ${432 - wide} 1116Z`,
          paler(ink.main, 0.28),
          'drape',
        ) +
        plain('M462 300C466 350 492 376 534 382L526 300Z', deeper(ink.main, 0.25), 0.55) +
        stitches('M458 300C462 356 490 384 536 392', gold, 0.9),
    ),
    piece(ink, 'M278 250C330 262 470 262 522 250L526 306C470 318 330 318 274 306Z', {
      shading: 'drape',
      fill: mix(ink.main, ink.deep, 0.2),
      print: false,
    }),
    plain('M278 250C330 238 470 238 522 250C470 262 330 262 278 250Z', deeper(ink.main, 0.6)),
    stitches('M276 300C330 311 470 311 524 300', gold, 0.9) + stitches('M279 262C330 273 470 273 521 262', gold, 0.9),
    [312, 488].map((x) => part(`M${x - 9} 244H${x + 9}V326H${x - 9}Z`, mix(ink.main, ink.deep, 0.3), 'drape')).join(''),
    circle([400, 288], 14, metal.copper) + circle([396, 284], 6, '#fff', ' fill-opacity=".5"'),
    line('M402 312V500', ink.deep, 3, 0.7) + stitches('M402 320C446 330 444 440 404 486', gold, 0.9),
    fold('M404 500L404 560', 16, 0.4),
    [476, 532].map((x) => circle([x, 314], 5, metal.copper)).join('') +
      mirrored([476, 532].map((x) => circle([x, 314], 5, metal.copper)).join('')),
  ];
});
