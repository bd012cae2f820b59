/** Sneaker, loafer, sandal, boot: seen from the side, toe to the left. Pure. */
import { deeper, mix, paler } from '../colours.ts';
import type { Drawing } from './drawing.ts';
import { fold, type Ink, line, metal, part, piece, plain, shine, stitches } from './ink.ts';
import { contactShadow } from './stage.ts';

const FLOOR = 1010;

/** The second shoe of the pair stands behind, smaller and darker. */
const pair = (ink: Ink, shoe: (ink: Ink) => string): string => {
  const behind: Ink = {
    ...ink,
    main: deeper(ink.main, 0.14),
    accent: deeper(ink.accent, 0.12),
    pale: deeper(ink.pale, 0.1),
  };
  return [
    contactShadow([400, FLOOR], 300, 24),
    `<g transform="translate(112 -116) scale(.9 .9)">${contactShadow([400, FLOOR], 280, 20, 0.3)}${shoe(behind)}</g>`,
    shoe(ink),
  ].join('');
};

const sneakerShoe = (ink: Ink): string => {
  const sole =
    'M96 940C92 900 110 892 150 894C330 906 520 900 690 884C712 884 720 900 716 938C712 986 700 1006 660 1008C480 1016 260 1016 150 1006C112 1002 100 980 96 940Z';
  const upper =
    'M112 912C104 850 150 812 220 794C290 774 336 740 380 690C396 672 420 672 436 684C480 716 560 700 600 664C630 648 664 656 676 690C696 750 706 820 704 900C520 918 300 922 112 912Z';
  return [
    piece(ink, upper),
    part(
      'M112 912C104 850 150 812 222 796C260 820 268 880 262 918C200 918 150 916 112 912Z',
      mix(ink.main, ink.deep, 0.18),
      'fall',
    ),
    part(
      'M566 700C604 676 640 650 668 676C694 740 704 820 704 900C650 906 600 908 572 908C586 840 590 770 566 700Z',
      ink.accent,
      'cloth',
    ),
    part(
      'M300 768C340 744 366 710 384 690C400 676 420 676 434 686C452 700 476 706 500 704C470 790 420 850 360 908C320 912 296 900 284 880C280 840 284 800 300 768Z',
      paler(ink.main, 0.2),
      'fall',
    ),
    [0, 1, 2, 3, 4]
      .map(
        (row) =>
          line(
            `M${306 + row * 34} ${806 - row * 27}C${330 + row * 34} ${822 - row * 27} ${350 + row * 32} ${832 - row * 27} ${366 + row * 30} ${846 - row * 27}`,
            '#fbf7ee',
            13,
          ) +
          line(
            `M${306 + row * 34} ${812 - row * 27}C${330 + row * 34} ${828 - row * 27} ${350 + row * 32} ${838 - row * 27} ${366 + row * 30} ${852 - row * 27}`,
            ink.deep,
            3,
            0.3,
          ),
      )
      .join(''),
    plain('M436 684C480 716 560 700 600 664C628 650 656 654 668 676C620 726 500 742 420 700Z', deeper(ink.accent, 0.5)),
    line('M420 694C500 738 616 722 668 672', paler(ink.accent, 0.25), 12),
    plain('M452 884C500 850 540 800 556 752C580 800 574 850 548 896C516 902 480 900 452 884Z', ink.accent, 0.9),
    fold('M262 800C284 840 284 880 276 916', 10, 0.25),
    stitches('M278 890C300 850 290 810 310 776', ink.deep, 0.5),
    shine('M140 862C170 832 214 822 250 818', 16, 0.4),
    part(sole, '#f6f1e6', 'fall'),
    line('M100 936C300 956 520 950 714 930', ink.accent, 9),
    line('M112 978C300 996 540 994 704 976', SOLE_LINE, 4, 0.35),
  ].join('');
};
const SOLE_LINE = '#7d7568';

const loaferShoe = (ink: Ink): string => {
  const upper =
    'M98 944C92 890 150 850 232 836C300 822 350 800 384 770C430 790 540 776 612 742C652 730 682 748 690 800C696 850 700 900 698 944Z';
  return [
    piece(ink, upper, { print: false, shading: 'fall' }),
    plain(
      'M384 772C440 800 560 782 620 742C652 734 672 744 680 770C600 832 460 846 372 806Z',
      deeper(ink.accent, 0.45),
    ),
    part(
      'M232 838C300 824 348 802 380 774C400 800 430 812 462 816C450 860 420 900 380 920C300 910 250 880 232 838Z',
      mix(ink.main, ink.deep, 0.16),
      'fall',
    ),
    line('M226 842C250 892 306 920 384 924', ink.deep, 6, 0.55) +
      stitches('M236 838C262 882 316 908 388 912', ink.pale, 0.5),
    part('M330 812C370 848 430 868 500 866L506 906C420 910 350 884 306 838Z', mix(ink.main, ink.deep, 0.34), 'flat'),
    line('M372 842L440 866', metal.gold, 12) + line('M372 840L440 864', '#fff', 3, 0.6),
    line('M384 772C440 804 560 786 622 744', ink.pale, 7),
    shine('M126 900C150 874 200 862 240 856', 22, 0.55) + shine('M560 850C610 842 650 840 676 850', 18, 0.3),
    part('M96 940C300 960 520 956 700 940L704 966C500 980 300 982 92 966Z', mix(ink.main, '#2b2118', 0.6), 'flat'),
    part('M92 962C200 976 330 980 430 976L432 1002C320 1008 180 1004 96 992Z', '#3a2c22', 'fall'),
    part('M520 974C590 972 650 968 704 962L700 1006H528Z', '#3a2c22', 'fall'),
  ].join('');
};

const sandalShoe = (ink: Ink): string => {
  const strap = (d: string): string => line(d, ink.deep, 42) + line(d, ink.main, 38) + shine(d, 8, 0.3);
  return [
    part(
      'M92 962C100 936 170 930 300 938C460 948 600 940 690 930C716 930 720 956 708 980C690 1004 560 1012 400 1012C250 1012 110 1008 92 962Z',
      mix(ink.accent, '#5b4030', 0.45),
      'fall',
    ),
    plain(
      'M104 946C180 926 300 938 420 942C560 944 640 930 700 928C690 912 640 906 560 914C430 926 260 900 150 912C118 916 104 930 104 946Z',
      paler(ink.accent, 0.35),
    ),
    strap('M182 934C210 850 300 820 352 880C366 900 372 926 372 944'),
    strap('M300 936C320 860 400 830 452 890C462 906 466 924 466 940'),
    line('M612 926C600 840 620 780 660 760C690 800 700 860 694 922', ink.deep, 34) +
      line('M612 926C600 840 620 780 660 760C690 800 700 860 694 922', ink.main, 30),
    line('M462 904C510 820 580 780 652 772', ink.deep, 30) +
      line('M462 904C510 820 580 780 652 772', ink.main, 26) +
      shine('M470 896C516 820 580 784 648 776', 7, 0.35),
    part('M560 800L600 780L616 816L576 836Z', metal.gold, 'flat') + line('M572 806L600 794', '#fff', 3, 0.7),
    fold('M190 940C260 930 400 950 480 944', 10, 0.3),
  ].join('');
};

const bootShoe = (ink: Ink): string => {
  const upper =
    'M104 930C100 880 150 846 230 832C300 818 352 780 362 700C366 620 362 520 366 440C430 456 560 456 622 436C634 560 636 700 660 800C676 850 692 890 690 936Z';
  return [
    plain('M366 440C430 420 560 420 622 436C560 460 430 460 366 440Z', deeper(ink.main, 0.6)),
    piece(ink, upper, { print: false, shading: 'cloth' }),
    part(
      'M106 920C102 876 152 846 232 832C268 850 280 890 276 936C200 940 140 938 106 934Z',
      mix(ink.main, ink.deep, 0.2),
      'fall',
    ),
    part(
      'M566 520C600 620 612 720 622 936H690C692 890 676 850 660 800C640 720 634 620 628 510Z',
      mix(ink.main, ink.deep, 0.3),
      'flat',
    ),
    part('M440 448H540L548 740C520 752 460 748 436 730Z', mix(ink.accent, ink.deep, 0.35), 'round'),
    Array.from({ length: 14 }, (_, at) => line(`M${446 + at * 7} 456L${444 + at * 7.4} 736`, '#000', 2.5, 0.16)).join(
      '',
    ),
    stitches('M430 462C436 560 430 660 420 740C400 800 340 850 290 860', paler(ink.main, 0.4), 0.8),
    part('M576 400C590 396 604 398 608 410L604 470C596 478 584 478 578 470Z', ink.accent, 'flat'),
    line('M366 446C430 466 560 466 622 442', ink.pale, 9, 0.8),
    shine('M390 500C396 600 396 690 376 760', 24, 0.36) + shine('M132 890C156 866 200 856 236 854', 18, 0.45),
    fold('M366 700C400 740 460 770 540 772M352 750C400 790 470 806 560 800', 10, 0.26),
    part('M98 924C300 944 520 942 694 926L700 962C500 980 300 982 92 962Z', paler('#8a6a4a', 0.1), 'flat'),
    stitches('M110 948C300 964 520 962 690 946', '#f2e6cf', 0.8),
    part('M92 958C200 974 340 980 470 976L472 1004C320 1012 170 1008 96 996Z', '#33291f', 'fall') +
      part('M532 976C600 974 660 968 702 958L698 1008H540Z', '#33291f', 'fall'),
  ].join('');
};

const footwear = (shoe: (ink: Ink) => string, focus: Drawing['focus']): Drawing => ({
  stage: 'floor',
  focus,
  draw: (ink) => pair(ink, shoe),
});

export const sneaker = footwear(sneakerShoe, [400, 830]);
export const loafer = footwear(loaferShoe, [380, 870]);
export const sandal = footwear(sandalShoe, [420, 890]);
export const boot = footwear(bootShoe, [430, 720]);
