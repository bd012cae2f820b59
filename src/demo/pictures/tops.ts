/** What is worn above the waist: tee, shirt, blouse, kurta. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import { drawing } from './drawing.ts';
import {
  bothSides,
  button,
  fold,
  type Ink,
  line,
  metal,
  mirrored,
  part,
  piece,
  plain,
  shine,
  stitches,
} from './ink.ts';

/** A wooden hanger; the neck of the garment lies at y = 300. */
const hanger = (): string =>
  line('M400 268C400 236 430 232 430 206C430 182 398 178 384 196', metal.steel, 9) +
  line('M400 268C400 236 430 232 430 206C430 182 398 178 384 196', '#fff', 3, 0.5) +
  part(
    'M400 258C470 274 556 306 604 342C614 354 604 366 590 360C530 330 460 312 400 310C340 312 270 330 210 360C196 366 186 354 196 342C244 306 330 274 400 258Z',
    '#b98a5a',
    'fall',
  );

const bodyFolds = (bottom: number): string =>
  fold(`M286 560C300 690 290 830 270 ${bottom - 20}`, 18, 0.16) +
  fold(`M520 600C506 720 524 850 536 ${bottom - 30}`, 20, 0.18) +
  fold(`M404 720C396 820 410 900 400 ${bottom - 20}`, 12, 0.1) +
  shine(`M330 480C326 640 340 780 326 ${bottom - 60}`, 22, 0.2);

/** The ribbed edge of a round neck that runs from shoulder to shoulder through (400, 345). */
export const neckband = (ink: Ink, width: number): string => {
  const inner = 'M292 302C340 360 460 360 508 302';
  const outer = `L${508 + width * 0.7} ${302 + width * 0.16}C${462 + width * 0.4} ${360 + width * 1.1} ${338 - width * 0.4} ${360 + width * 1.1} ${292 - width * 0.7} ${302 + width * 0.16}Z`;
  return part(`${inner}${outer}`, mix(ink.main, ink.deep, 0.16), 'flat') + line(inner, ink.deep, 2, 0.5);
};

export const tee = drawing('wall', [400, 420], (ink) => {
  const sleeve = 'M548 312C628 336 690 392 726 520C704 556 652 586 600 590C588 540 576 500 560 470Z';
  const body =
    'M292 302C340 360 460 360 508 302C530 306 552 312 572 322C590 420 582 520 584 620L594 984C520 1006 280 1006 206 984L216 620C218 520 210 420 228 322C248 312 270 306 292 302Z';
  const pocket = ink.form === 1;
  return [
    bothSides(
      piece(ink, sleeve, { shading: 'fall' }) +
        fold('M580 350C616 410 628 480 620 560', 16, 0.2) +
        stitches('M712 520C690 548 648 572 602 576', ink.deep),
    ),
    plain('M292 302C330 282 470 282 508 302C460 360 340 360 292 302Z', ink.deep),
    piece(ink, body),
    neckband(ink, 24),
    bodyFolds(984),
    fold('M572 330C584 420 580 470 584 540', 12, 0.24) + mirrored(fold('M572 330C584 420 580 470 584 540', 12, 0.18)),
    stitches('M210 962C290 982 510 982 590 962', ink.deep),
    pocket
      ? part('M440 470H538V560L489 592L440 560Z', ink.main, 'flat') +
        stitches('M446 478H532V556L489 584L446 556Z', ink.deep)
      : '',
  ];
});

const placket = (ink: Ink, from: number, to: number): string => {
  const count = Math.round((to - from) / 100);
  return Array.from({ length: count }, (_, at) => button(400, from + 30 + at * 100, 10, paler(ink.accent, 0.55))).join(
    '',
  );
};

export const shirt = drawing('wall', [400, 400], (ink) => {
  const sleeve = 'M552 330C620 352 660 410 678 500L724 900C704 922 664 930 634 922L584 560Z';
  const cuff = 'M716 846L726 918C704 938 656 944 630 934L624 862C656 868 692 862 716 846Z';
  const body =
    'M306 306L400 380L494 306C530 312 560 322 580 338C592 430 586 520 588 620L600 960C560 1000 520 1012 470 984C430 968 370 968 330 984C280 1012 240 1000 200 960L212 620C214 520 208 430 220 338C240 322 270 312 306 306Z';
  const collar = 'M400 384L300 306C296 286 306 270 324 264C352 300 380 318 402 326L398 384Z';
  return [
    hanger(),
    bothSides(
      piece(ink, sleeve, { shading: 'drape' }) +
        fold('M600 420C640 560 656 700 664 850', 20, 0.16) +
        piece(ink, cuff, { fill: paler(ink.main, 0.08), shading: 'drape', print: false }) +
        button(700, 896, 8, paler(ink.accent, 0.5)),
    ),
    plain('M318 270C360 250 440 250 482 270L400 384Z', deeper(ink.main, 0.42)),
    piece(ink, body),
    bodyFolds(960),
    fold('M578 350C590 430 586 500 588 580', 12, 0.26) + mirrored(fold('M578 350C590 430 586 500 588 580', 12, 0.2)),
    piece(ink, 'M380 360H420V972H380Z', { shading: 'flat' }),
    line('M380 366V970M420 366V970', ink.deep, 2.5, 0.4),
    placket(ink, 420, 940),
    bothSides(
      piece(ink, collar, { fill: paler(ink.main, 0.14), shading: 'fall' }) +
        line('M300 306C296 286 306 270 324 264', ink.deep, 2, 0.4),
    ),
    fold('M330 322L396 392M470 322L404 392', 7, 0.28),
    ink.random.chance(0.6)
      ? piece(ink, 'M452 480H552V584L502 604L452 584Z', { shading: 'flat' }) +
        line('M452 506H552', ink.deep, 2.5, 0.45) +
        line('M452 480H552V584L502 604L452 584Z', ink.deep, 2, 0.4)
      : '',
  ];
});

export const blouse = drawing('wall', [400, 440], (ink) => {
  const sleeve =
    'M540 330C620 330 706 410 716 540C718 600 700 636 672 646C640 650 610 640 592 620C586 560 570 480 556 430Z';
  const body =
    'M318 312C330 400 370 466 400 484C430 466 470 400 482 312C512 312 540 318 562 330C574 430 560 520 564 600C590 720 612 810 618 900C560 940 520 926 470 944C424 956 376 956 330 944C280 926 240 940 182 900C188 810 210 720 236 600C240 520 226 430 238 330C260 318 288 312 318 312Z';
  return [
    hanger(),
    bothSides(
      piece(ink, sleeve, { shading: 'fall' }) +
        fold('M590 370C640 430 660 520 652 620', 16, 0.22) +
        fold('M620 350C680 420 696 500 692 590', 12, 0.14) +
        part('M590 606C620 636 650 644 690 628L694 652C660 668 620 664 588 642Z', ink.deep, 'flat'),
    ),
    plain('M318 312C350 296 450 296 482 312C470 400 430 466 400 484C370 466 330 400 318 312Z', deeper(ink.main, 0.45)),
    piece(ink, body),
    line('M318 312C330 400 370 466 400 484C430 466 470 400 482 312', ink.accent, 9),
    part('M236 590C300 606 500 606 564 590L566 622C500 638 300 638 234 622Z', ink.deep, 'flat'),
    [260, 310, 356, 444, 492, 540]
      .map((x) => fold(`M${x} 640C${x - 10} 730 ${x + (x - 400) * 0.16} 820 ${x + (x - 400) * 0.22} 916`, 15, 0.17))
      .join(''),
    [286, 400, 470]
      .map((x) => shine(`M${x} 650C${x} 730 ${x + (x - 400) * 0.1} 800 ${x + (x - 400) * 0.16} 880`, 10, 0.22))
      .join(''),
    line('M400 600C380 650 372 700 378 748M400 600C424 650 430 690 420 732', ink.accent, 7),
  ];
});

export const kurta = drawing('wall', [400, 440], (ink) => {
  const sleeve = 'M552 316C612 336 640 390 652 470L690 800C668 816 636 820 612 812L572 520Z';
  const body =
    'M330 296C350 322 450 322 470 296C510 300 548 308 572 322C582 420 574 510 578 600L622 1080C560 1104 480 1104 440 1096L400 1090L360 1096C320 1104 240 1104 178 1080L222 600C226 510 218 420 228 322C252 308 290 300 330 296Z';
  const motif = (y: number): string =>
    plain(
      `M400 ${y - 14}C410 ${y - 6} 410 ${y + 6} 400 ${y + 14}C390 ${y + 6} 390 ${y - 6} 400 ${y - 14}Z`,
      paler(ink.accent, 0.5),
    );
  return [
    bothSides(
      piece(ink, sleeve, { shading: 'drape' }) +
        fold('M600 420C634 540 644 660 648 770', 18, 0.17) +
        part('M682 744L692 800C668 818 634 822 608 814L602 756C630 764 660 758 682 744Z', ink.accent, 'flat'),
    ),
    plain('M330 296C350 276 450 276 470 296C450 322 350 322 330 296Z', deeper(ink.main, 0.45)),
    piece(ink, body),
    part('M362 306H438V650L400 690L362 650Z', ink.accent, 'flat'),
    line('M372 316V646L400 676L428 646V316', paler(ink.accent, 0.5), 3, 0.8),
    [352, 412, 472, 532, 592, 640].map(motif).join(''),
    line('M330 296C350 322 450 322 470 296', ink.accent, 16),
    fold('M276 600C268 760 240 920 226 1070', 20, 0.18) + fold('M530 600C548 780 560 920 580 1066', 22, 0.2),
    fold('M330 740C322 860 316 960 306 1080M470 760C482 880 486 980 492 1080', 13, 0.13),
    shine('M312 520C300 700 280 860 270 1010', 22, 0.2),
    part(
      'M181 1050C240 1074 320 1074 360 1066L400 1060L440 1066C480 1074 560 1074 619 1050L622 1080C560 1104 480 1104 440 1096L400 1090L360 1096C320 1104 240 1104 178 1080Z',
      ink.accent,
      'flat',
    ),
  ];
});
