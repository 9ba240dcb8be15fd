/** The schema of `content/brand/theme.yaml`: the colours of the shop and the fonts of its texts. */
import * as z from 'zod';
import { faintColours, type Pairing } from './contrast.ts';

// rule: colours - an example
const example = 'must be a colour such as #234d38: # and six digits or letters from a to f';

const colour = (title: string, description?: string) =>
  z
    .string(example)
    .regex(/^#[\da-fA-F]{6}$/, example)
    .meta({ title, description, widget: 'colour' });

/** In the order of the editor. CSS calls them `--ink-soft`. */
const colours = z.strictObject({
  paper: colour('Paper', 'The lightest ground: cards and fields.'),
  cream: colour('Cream', 'The ground of pages.'),
  sand: colour('Sand', 'A ground for highlights.'),
  clay: colour('Clay', 'The deepest ground.'),
  sage: colour('Sage', 'A second ground, beside cream.'),
  mist: colour('Mist', 'A third ground.'),
  ink: colour('Ink', 'Texts.'),
  inkSoft: colour('Ink, soft', 'Texts that matter less.'),
  inkFaint: colour('Ink, faint', 'Small notes.'),
  green: colour('Main colour', 'Buttons, links, banner and the browser’s toolbar.'),
  greenDeep: colour('Main colour, deep', 'The footer, and buttons under the pointer.'),
  onGreen: colour('Texts on the main colour'),
  onGreenSoft: colour('Texts on the main colour that matter less'),
  gold: colour('Accent', 'Stars, rules and ornaments; not for texts.'),
  goldInk: colour('Accent of texts', 'A darker accent that can be read.'),
  line: colour('Lines'),
  lineStrong: colour('Edges of fields'),
  error: colour('Mistakes'),
  errorGround: colour('Mistakes, ground'),
  success: colour('Success'),
  successGround: colour('Success, ground'),
  noticeGround: colour('Notices, ground'),
});

export type ColourName = keyof z.output<typeof colours>;

/** What stands on which ground in pages and emails. */
export const pairings: readonly Pairing<ColourName>[] = [
  {
    front: 'ink',
    use: 'text',
    grounds: [
      'paper',
      'cream',
      'sand',
      'clay',
      'sage',
      'mist',
      'errorGround',
      'successGround',
      'noticeGround',
    ],
  },
  { front: 'inkSoft', use: 'text', grounds: ['paper', 'cream', 'sand', 'sage', 'mist', 'noticeGround'] },
  { front: 'inkFaint', use: 'text', grounds: ['paper', 'cream'] },
  { front: 'green', use: 'text', grounds: ['paper', 'cream', 'sand', 'sage', 'mist'] },
  { front: 'goldInk', use: 'text', grounds: ['paper', 'cream', 'sand', 'sage'] },
  { front: 'onGreen', use: 'text', grounds: ['green', 'greenDeep'] },
  { front: 'onGreenSoft', use: 'text', grounds: ['green', 'greenDeep'] },
  { front: 'error', use: 'text', grounds: ['paper', 'cream', 'errorGround'] },
  { front: 'success', use: 'text', grounds: ['paper', 'cream', 'successGround'] },
  { front: 'lineStrong', use: 'control', grounds: ['paper', 'cream', 'sand'] },
];

/** Names of fonts; the first that a device has is used. */
const family = (title: string, description: string) =>
  z
    .array(
      z
        .string()
        .regex(/^[\w-]+( [\w-]+)*$/, 'must be the name of a font, in letters and digits')
        .max(40, 'must be at most 40 characters'),
    )
    .min(1, 'must name a font')
    .max(8, 'must be at most 8 fonts')
    .meta({ title, description, item: 'font' });

export const themeContent = z.strictObject({
  colours: colours
    .superRefine((all, context) => {
      for (const { front, ground, contrast, least } of faintColours(all, pairings))
        context.addIssue({
          code: 'custom',
          path: [front],
          // Rounded down, since 4.499 is not enough.
          message: `${all[front]} on ${ground} (${all[ground]}) has a contrast of ${Math.floor(contrast * 100) / 100}; it needs ${least} (WCAG 2.2)`,
        });
    })
    .meta({ title: 'Colours' }),
  fonts: z
    .strictObject({
      display: family('Titles', 'Fonts of brand/fonts.css, then those that devices have.'),
      text: family('Texts', 'Fonts of brand/fonts.css, then those that devices have.'),
      emailWordmark: family(
        'Emails: the shop’s name',
        'Emails load no fonts: used where they are installed.',
      ),
      emailDisplay: family('Emails: titles', 'Used where they are installed.'),
      emailText: family('Emails: texts', 'Used where they are installed.'),
    })
    .meta({ title: 'Fonts' }),
});

export type Theme = z.output<typeof themeContent>;
