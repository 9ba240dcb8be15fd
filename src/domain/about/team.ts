/** The schema of `content/team.yaml`. No photographs: monograms and drawn plants. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';

const plants = ['leaf', 'drop', 'flower'] as const;
export type Plant = (typeof plants)[number];

export const teamContent = z.strictObject({
  title: text(60).meta({ title: 'Title' }),
  lead: text(300).meta({ title: 'Lead', description: 'Under the title, and at search engines.' }),
  /** Whether the people are samples; the page says so. */
  sample: z
    .boolean('must be true or false: are these real people?')
    .meta({ title: 'Samples', description: 'Keep it on until these are real people. The page shows this.' }),
  people: z
    .array(
      z.strictObject({
        name: text(60).meta({ title: 'Name' }),
        role: text(60).meta({ title: 'Role' }),
        text: text(280).meta({ title: 'Text' }),
        answer: text(160).meta({ title: 'One more sentence', description: 'Something personal.' }),
        plant: z
          .enum(plants, `must be one of ${plants.join(', ')}`)
          .meta({
            title: 'Drawing',
            description: 'Shown with the initials, since there are no photographs.',
          }),
      }),
    )
    .max(12, 'must be at most twelve people')
    .meta({
      title: 'People',
      item: 'person',
      description: 'None to twelve.',
      options: { summary: '{{fields.name}}' },
    }),
  careers: z
    .strictObject({
      title: text(60).meta({ title: 'Title' }),
      text: text(240).meta({ title: 'Text' }),
      button: text(40).meta({ title: 'Text of the button' }),
      /** The subject of the email that the button opens; may contain references: `{{name}}`. */
      subject: text(80).meta({
        title: 'Subject of the email',
        description: 'You can use facts of the shop, such as {{name}}.',
      }),
    })
    .meta({ title: 'Careers' }),
});

export type TeamContent = z.output<typeof teamContent>;

/** The initials of the first and the last name, without a title: `KS` for `Dr. Kabir Sethi`. */
export function monogram(name: string): string {
  const words = name.split(/\s+/).filter((word) => !word.endsWith('.'));
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
