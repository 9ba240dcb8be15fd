/** Widgets for values that a schema cannot distinguish from a plain text or number. */
import type { Field } from '@sveltia/cms';
import type { GlobalMeta } from 'zod';
import { pictureEndings } from '#lib/content-fields.ts';

/** Settings of a field that its schema does not contain. */
export type WidgetOptions = Partial<Extract<Field, { widget?: string }>> & Record<string, unknown>;

/** One of the shop's products, kept as its id. */
const product: WidgetOptions = {
  widget: 'relation',
  collection: 'products',
  value_field: '{{slug}}',
  display_fields: ['name'],
  search_fields: ['name'],
};

/** Rupees, GST included. The pattern refuses a third decimal. */
const rupees: WidgetOptions = {
  step: 0.01,
  before_input: '₹',
  pattern: ['^\\d+(\\.\\d{1,2})?$', 'has more than two decimals'],
};

/** 10 MiB: what a camera makes, and no film. */
export const largestPicture = 10 * 1024 * 1024;

/** A picture in the folder where the file's pictures lie (collections.ts), kept as its name. */
const picture: WidgetOptions = {
  widget: 'image',
  accept: pictureEndings.map((ending) => `.${ending}`).join(','),
  choose_url: false,
  media_libraries: {
    default: { config: { max_file_size: largestPicture, slugify_filename: true } },
    stock_assets: { providers: [] },
  },
};

/** One of the categories; config.ts, which reads the content, fills them in. */
const category: WidgetOptions = { widget: 'select', options: [] };

/** One of the categories, kept as its slug. */
const parentCategory: WidgetOptions = {
  widget: 'relation',
  collection: 'categories',
  value_field: '{{slug}}',
  display_fields: ['name'],
  search_fields: ['name'],
};

/** By `widget` or `refersTo` of a field in its schema (src/lib/content-fields.ts). What has no widget here is typed. */
export const widgets: Record<NonNullable<GlobalMeta['widget']>, WidgetOptions> &
  Partial<Record<NonNullable<GlobalMeta['refersTo']>, WidgetOptions>> = {
  /** A text of one line, however long it may be. */
  line: { widget: 'string' },
  colour: { widget: 'color', allowInput: true },
  category,
  parentCategory,
  product,
  rupees,
  picture,
};

/** The text below the front matter. */
export const body = (hint: string, required: boolean): WidgetOptions => ({
  name: 'body',
  label: 'Text',
  widget: 'richtext',
  hint,
  required,
  buttons: [
    'bold',
    'italic',
    'link',
    'heading-two',
    'heading-three',
    'quote',
    'bulleted-list',
    'numbered-list',
  ],
  editor_components: [],
  use_emoji_autocomplete: false,
});
