/** The content types of content/collections.ts, as Astro reads them. */
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { contentFolder } from '#lib/content-folder.build.ts';
import { type ContentTypes, contentTypes, entryId } from '../content/collections.ts';

export const collections = Object.fromEntries(
  Object.entries(contentTypes).map(([name, { files, schema }]) => {
    const loader = glob({
      base: `./${contentFolder}`,
      pattern: files,
      generateId: ({ entry }) => entryId(entry),
    });
    return [name, defineCollection({ loader, schema })];
  }),
) as { [Name in keyof ContentTypes]: { schema: ContentTypes[Name]['schema'] } };
