/**
 * Takes away what the texts that the shop comes with claim of its sample brand: sections of the home page and the collection,
 * testimonials, people, and facts of all products. They are not true of other goods.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSample } from '#lib/sample-field.ts';
import { formatContent } from '#tools/edit/content-style.ts';
import { frontMatter } from '#tools/lib/check-content.ts';
import { writeWhole } from './whole-file.ts';

type Values = Record<string, unknown>;

/** Sections are the fields of a file, or the items of its list. */
const withoutSampleSections = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isSample(value))
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter((one) => !isSample(one)) : value]),
  );

const withoutPeople = (values: Values): Values =>
  values.sample
    ? {
        ...values,
        title: 'The people behind this shop',
        lead: 'Nobody is introduced here yet.',
        sample: false,
        people: [],
      }
    : values;

const withoutTestimonials = (values: Values): Values =>
  values.sample ? { sample: false, testimonials: [] } : values;

/** What says of all products that it is the sample company's; while that one is named, nobody has replaced it. */
function withoutSampleFacts(values: Values): Values {
  const { samples = [], manufacturer: _, countryOfOrigin: __, ...others } = values;
  const fields = samples as string[];
  if (!fields.includes('legal.entity')) return values;
  const { sharePicture } = values.says as Values;
  return {
    ...others,
    tagline: 'An online shop in India',
    description:
      'An online shop in India. Each product has a page with its price, its contents and its stock.',
    says: { collection: 'All products of the shop, with their prices.', sharePicture },
    samples: fields.filter((field) => field !== 'manufacturer'),
  };
}

const changes: Record<string, (values: Values) => Values> = {
  'home.yaml': withoutSampleSections,
  'collection.yaml': withoutSampleSections,
  'team.yaml': withoutPeople,
  'testimonials.yaml': withoutTestimonials,
  'store.yaml': withoutSampleFacts,
};

/** @param content the folder `content/` */
export function removeSampleClaims(content: string): void {
  for (const [name, change] of Object.entries(changes)) {
    const path = join(content, name);
    if (!existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    const changed = formatContent(`content/${name}`, change(frontMatter(name, text) as Values));
    if (changed !== text) writeWhole(path, changed);
  }
}
