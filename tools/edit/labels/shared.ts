/** Labels of fields that several content types have. */
import { picture as pictureFile, product } from '../widgets.ts';

export const eyebrow = { label: 'Small line above', hint: 'Two or three words.' };
export const lead = { label: 'Lead', hint: 'Under the title, and at search engines.' };
export const opening = { title: 'Title', text: 'Text' } as const;
export const alt = { label: 'What can be seen', hint: 'One sentence, for those who cannot see it.' };
export const foundIn = { label: 'Found in', as: product };

/** Where a statement comes from. */
export const sourceFields = {
  title: { label: 'Title', hint: 'Of the paper, opinion or page, with author or publisher.' },
  year: 'Year',
  url: { label: 'Address', hint: 'One that lasts, such as a DOI.' },
};
export const sourceSummary = { summary: '{{fields.title}}, {{fields.year}}' };

/** A picture with its description. */
export const picture = { label: 'Picture', fields: { file: { label: 'Picture', as: pictureFile }, alt } };
