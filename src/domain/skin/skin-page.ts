/** The schema of `content/skin.yaml`: the page My skin. */
import * as z from 'zod';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { line, pictureFile } from '#lib/content-fields.ts';
import { skinTypes } from '#lib/product-constants.ts';

export const skinContent = z.strictObject({
  title: line(40).meta({ title: 'Title' }),
  lead: line(240).meta({ title: 'Lead' }),
  /** Of any folder of the content: `journal/serum-texture.jpg`. */
  picture: pictureFile('content', true)
    .optional()
    .meta({
      title: 'Picture',
      description: 'Folder and file of a picture, such as journal/serum-texture.jpg.',
      widget: 'line',
    }),
  types: z
    .strictObject({
      title: line(60).meta({ title: 'Title' }),
      text: line(240).meta({ title: 'Text' }),
      list: z
        .array(
          z.strictObject({
            type: z.enum(skinTypes).meta({ title: 'Type' }),
            name: line(40).meta({ title: 'Name' }),
            tell: line(160).meta({ title: 'How to tell' }),
          }),
        )
        .refine((list) => skinTypes.every((type) => list.some((one) => one.type === type)), {
          message: 'must have all four skin types',
        })
        .meta({ title: 'Types', item: 'type', options: { summary: '{{fields.name}}' } }),
      /** For shoppers who do not know, or have none of them. */
      other: z
        .strictObject({ name: line(40).meta({ title: 'Name' }), tell: line(160).meta({ title: 'Text' }) })
        .meta({ title: 'Another answer', description: 'For shoppers who do not know their type.' }),
      source: line(200).meta({ title: 'Source', description: 'Where the signs come from.' }),
    })
    .meta({ title: 'Skin type' }),
  concerns: z
    .strictObject({ title: line(60).meta({ title: 'Title' }), text: line(240).meta({ title: 'Text' }) })
    .meta({ title: 'Concerns', description: 'The list of concerns is under “Search words”.' }),
  avoid: z
    .strictObject({
      title: line(60).meta({ title: 'Title' }),
      text: line(240).meta({ title: 'Text' }),
      list: z
        .array(
          z.strictObject({
            group: z.enum(freeFromGroups).meta({ title: 'Group' }),
            what: line(160).meta({ title: 'What it is' }),
          }),
        )
        .refine((list) => freeFromGroups.every((group) => list.some((one) => one.group === group)), {
          message: 'must have all five groups',
        })
        .meta({ title: 'Groups', item: 'group', options: { summary: '{{fields.group}}' } }),
    })
    .meta({ title: 'What to avoid' }),
  pregnancy: z
    .strictObject({
      title: line(60).meta({ title: 'Title' }),
      label: line(60).meta({ title: 'Label' }),
      text: line(240).meta({ title: 'Text' }),
    })
    .meta({ title: 'Pregnancy' }),
  privacy: z
    .strictObject({
      title: line(60).meta({ title: 'Title' }),
      notes: z.array(line(160)).min(1).max(5).meta({ title: 'Notes', item: 'note' }),
    })
    .meta({ title: 'Where the answers are stored' }),
});

export type SkinContent = z.output<typeof skinContent>;
