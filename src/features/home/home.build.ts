/** The sections of the home page (content/home.yaml). */
import { getEntry } from 'astro:content';
import type { HomeSection, SectionOf } from '#domain/home/home.ts';

/** Whether a section is of a part of the shop that is on. */
const isOn = ({ type }: HomeSection): boolean =>
  type === 'journal' || type === 'newsletter' || type === 'results' ? IS_ON[type] : true;

export async function homeSections(): Promise<HomeSection[]> {
  const entry = await getEntry('home', 'home');
  if (!entry) throw new Error('content/home.yaml: the file is missing');
  return entry.data.sections.filter(isOn);
}

/** A section that another page shows too; undefined where the home page has none. */
export const homeSection = async <Type extends HomeSection['type']>(
  type: Type,
): Promise<SectionOf<Type> | undefined> =>
  (await homeSections()).find((one): one is SectionOf<Type> => one.type === type);
