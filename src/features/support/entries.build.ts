/** Texts and answers of the contact page, with their references filled in. */
import { getCollection, getEntry } from 'astro:content';
import { storeFacts, storeFactsHtml } from '#domain/policies/references.ts';
import { answerPages, type ContactContent, faqTopics, paragraphs } from '#domain/support/faqs.ts';
import { getDelivery } from '#features/delivery/rules.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { fillIn, fillInAll } from '#lib/fill-in.ts';
import { inGivenOrder } from '#lib/in-given-order.ts';
import { escapeHtml } from '#lib/text.ts';

const contactFile = 'content/contact.yaml';

/** `content/contact.yaml`, checked, with its references filled in, but for the texts that {@link contactHtml} takes. */
export async function getContact(): Promise<ContactContent> {
  const entry = await getEntry('contact', 'contact');
  if (!entry) throw new Error(`${contactFile}: the file is missing`);
  const { policies, grievance, support, ...plain } = entry.data;
  const facts = storeFacts(await getStore(), await getDelivery());
  return {
    ...fillInAll(plain, facts, contactFile),
    policies,
    grievance,
    support: { ...fillInAll(support, facts, contactFile), withoutScripts: support.withoutScripts },
  };
}

/** Returns a function that fills in the references of a text of `content/contact.yaml`, as HTML. */
export async function contactHtml(): Promise<(text: string) => string> {
  const facts = storeFactsHtml(await getStore(), await getDelivery());
  return (text) => fillIn(escapeHtml(text), facts, contactFile);
}

/** The topics: those that must exist in their order, then the shop's own; every answer as paragraphs of HTML. */
export async function topicsInOrder() {
  const entries = inGivenOrder(await getCollection('faqs'), faqTopics);
  const facts = storeFactsHtml(await getStore(), await getDelivery());
  return entries.map(({ id, data }) => ({
    id,
    title: data.title,
    questions: data.questions
      .filter(({ part }) => !part || IS_ON[part])
      .map(({ question, answer, link }) => ({
        question,
        html: paragraphs(fillIn(escapeHtml(answer), facts, `content/faqs/${id}.yaml`).trim()).filter(Boolean),
        link: link && { text: link.text, href: answerPages[link.to] },
      }))
      // Nothing may be left of an answer, such as one about a way to pay that is off.
      .filter(({ html }) => html.length),
  }));
}
