/** Texts that speak of a part of the shop that is off. Pure. */
import { switchFacts } from '#domain/policies/references.ts';
import type { Switches } from '#domain/store/features.ts';
import { topicContent } from '#domain/support/faqs.ts';
import { fillIn } from '#lib/fill-in.ts';

/** How texts call a part. */
const names: Partial<Record<keyof Switches, RegExp>> = {
  skin: /\bmy skin\b/i,
  routine: /\bplan(s|ner)? (of )?(a |your )?routine/i,
  journal: /\bjournal\b/i,
  reviews: /\breviews?\b/i,
  newsletter: /\bnewsletters?\b/i,
  wishlist: /\bwish ?lists?\b/i,
  razorpay: /\brazorpay\b/i,
  stripe: /\bstripe\b/i,
  cod: /\bcash on delivery\b/i,
};

/** A topic without the questions that are not shown. */
function shownText(name: string, text: string, value: unknown, switches: Switches): string {
  const topic = name.startsWith('faqs/') ? topicContent.safeParse(value).data : undefined;
  if (!topic) return text;
  return JSON.stringify(topic.questions.filter(({ part }) => !part || switches[part]));
}

/**
 * The parts that a text names although they are off: its words are the owner's, so nobody removes them but a person.
 * @param name of the file, in `content/` @param value of its front matter
 */
export const switchedOffIn = (name: string, text: string, value: unknown, switches: Switches): string[] => {
  const shown = fillIn(shownText(name, text, value, switches), switchFacts(switches), name, () => {});
  return Object.entries(names).flatMap(([part, words]) => {
    if (switches[part as keyof Switches]) return [];
    const [found] = words.exec(shown) ?? [];
    return found ? [`speaks of "${found}", which is off in content/store.yaml`] : [];
  });
};
