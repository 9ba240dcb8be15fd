/** Answers on the contact page: the schemas of `content/faqs`. */
import * as z from 'zod';
import { policySlugs } from '#domain/policies/policies.ts';
import { line, text } from '#lib/content-fields.ts';
import { paths } from '#lib/paths.ts';

/** The topics, one file each (docs/behaviour.md 3.10), in this order. Footer and emails link to them as anchors. */
export const faqTopics = ['orders', 'returns', 'shipping', 'account', 'payments'] as const;

/** Pages to which an answer may link. */
export const answerPages = {
  collection: paths.collection,
  cart: paths.cart,
  login: paths.login,
  account: paths.account,
  forgot: paths.forgot,
  orders: paths.orders,
  track: paths.track,
  shipping: paths.policy('shipping'),
  refund: paths.policy('refund'),
  privacy: paths.policy('privacy'),
  terms: paths.policy('terms'),
  grievance: paths.policy('grievance'),
} as const;
const pageNames = Object.keys(answerPages) as (keyof typeof answerPages)[];

/** `content/faqs/<topic>.yaml`. */
export const topicContent = z.strictObject({
  title: line(40),
  questions: z
    .array(
      z.strictObject({
        question: line(120),
        /** Plain text; an empty line starts a new paragraph. May contain references: `{{returns.days}}`. */
        answer: text(900),
        link: z.strictObject({ text: line(60), to: z.enum(pageNames) }).optional(),
      }),
    )
    .min(3, 'must have at least three questions'),
});

/** `content/faqs/contact.yaml`: the texts of the contact page. */
export const contactContent = z.strictObject({
  eyebrow: line(40),
  title: line(60),
  lead: line(300),
  call: z.strictObject({ title: line(40), text: line(160) }),
  write: z.strictObject({ title: line(40), text: line(160), form: line(40) }),
  visit: z.strictObject({ title: line(40), text: line(160) }),
  answers: z.strictObject({ title: line(60), text: line(200) }),
  support: z.strictObject({
    eyebrow: line(40),
    title: line(60),
    text: line(200),
    thanks: line(200),
    withoutScripts: line(200),
  }),
  policies: z.strictObject({
    title: line(60),
    text: line(200),
    list: z.array(
      z.strictObject({ title: line(60), text: line(240), policy: z.enum(policySlugs), link: line(60) }),
    ),
  }),
  grievance: z.strictObject({ title: line(60), text: line(400), link: line(40) }),
});

export type ContactContent = z.output<typeof contactContent>;

/** The paragraphs of an answer. */
export const paragraphs = (answer: string): string[] => answer.split(/\n\s*\n/);
