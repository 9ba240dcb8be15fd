/** Texts and answers of the contact page, with their references filled in. */
import { getCollection, getEntry } from 'astro:content';
import { storeFacts, storeFactsHtml } from '#domain/policies/references.ts';
import { answerPages, type ContactContent, faqTopics, paragraphs } from '#domain/support/faqs.ts';
import { getDelivery } from '#features/delivery/rules.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { fillIn, fillInAll } from '#lib/fill-in.ts';
import { escapeHtml } from '#lib/text.ts';

const contactFile = 'content/faqs/contact.yaml';

/** `content/faqs/contact.yaml`, checked, with its references filled in, but for the texts that {@link contactHtml} takes. */
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

/** Returns a function that fills in the references of a text of `content/faqs/contact.yaml`, as HTML. */
export async function contactHtml(): Promise<(text: string) => string> {
  const facts = storeFactsHtml(await getStore(), await getDelivery());
  return (text) => fillIn(escapeHtml(text), facts, contactFile);
}

/** The topics in their order; every answer as paragraphs of HTML. @throws Error when a topic has no file */
export async function topicsInOrder() {
  const entries = await getCollection('faqs');
  const facts = storeFactsHtml(await getStore(), await getDelivery());
  return faqTopics.map((id) => {
    const file = `content/faqs/${id}.yaml`;
    const entry = entries.find((topic) => topic.id === id);
    if (!entry) throw new Error(`${file}: the file is missing`);
    const questions = entry.data.questions.map(({ question, answer, link }) => ({
      question,
      html: paragraphs(answer).map((text) => fillIn(escapeHtml(text), facts, file)),
      link: link && { text: link.text, href: answerPages[link.to] },
    }));
    return { id, title: entry.data.title, questions };
  });
}
