/** Answers on the contact page: the schemas of `content/faqs`. */
import * as z from 'zod';
import { policySlugs } from '#domain/policies/policies.ts';
import { switches } from '#domain/store/features.ts';
import { line, text } from '#lib/content-fields.ts';
import { paths, policyPath } from '#lib/paths.ts';

/**
 * Topics that must exist, one file each (docs/behaviour.md, "Texts and answers"), in this order: footer and emails link to them as
 * anchors. A shop can have more of its own.
 */
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
  shipping: policyPath('shipping'),
  refund: policyPath('refund'),
  privacy: policyPath('privacy'),
  terms: policyPath('terms'),
  grievance: policyPath('grievance'),
} as const;
const pageNames = Object.keys(answerPages) as (keyof typeof answerPages)[];

/** `content/faqs/<topic>.yaml`. */
export const topicContent = z.strictObject({
  title: line(40).meta({ title: 'Topic' }),
  questions: z
    .array(
      z.strictObject({
        question: line(120).meta({ title: 'Question' }),
        /** Plain text; an empty line starts a new paragraph. May contain references: `{{returns.days}}`. */
        answer: text(900).meta({
          title: 'Answer',
          description:
            'An empty line starts a new paragraph. You can use facts of the shop, such as {{returns.days}} or {{care.email}}.',
        }),
        part: z
          .enum(switches)
          .optional()
          .meta({
            title: 'Only with',
            description: 'It is shown while this part of the shop, or this way to pay, is on.',
          }),
        link: z
          .strictObject({
            text: line(60).meta({ title: 'Text of the link' }),
            to: z.enum(pageNames).meta({ title: 'Leads to' }),
          })
          .optional()
          .meta({ title: 'Link under it' }),
      }),
    )
    .min(1, 'must have a question')
    .meta({
      title: 'Questions',
      item: 'question',
      description: 'One or more.',
      options: { summary: '{{fields.question}}' },
    }),
});

/** `content/contact.yaml`: the texts of the contact page. */
export const contactContent = z.strictObject({
  eyebrow: line(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
  title: line(60).meta({ title: 'Title' }),
  lead: line(300).meta({ title: 'Lead', description: 'Under the title, and at search engines.' }),
  call: z
    .strictObject({ title: line(40).meta({ title: 'Title' }), text: line(160).meta({ title: 'Text' }) })
    .meta({ title: 'Call', description: 'Phone, hours and address come from “Shop and banner”.' }),
  write: z
    .strictObject({
      title: line(40).meta({ title: 'Title' }),
      text: line(160).meta({ title: 'Text' }),
      form: line(40).meta({ title: 'Text of the link to the form' }),
    })
    .meta({ title: 'Write' }),
  visit: z
    .strictObject({ title: line(40).meta({ title: 'Title' }), text: line(160).meta({ title: 'Text' }) })
    .meta({ title: 'Office' }),
  answers: z
    .strictObject({ title: line(60).meta({ title: 'Title' }), text: line(200).meta({ title: 'Text' }) })
    .meta({ title: 'Answers' }),
  support: z
    .strictObject({
      eyebrow: line(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: line(60).meta({ title: 'Title' }),
      text: line(200).meta({ title: 'Text' }),
      thanks: line(200).meta({ title: 'Thanks', description: 'Under “Ticket Submitted Successfully!”.' }),
      withoutScripts: line(200).meta({
        title: 'Message without scripts',
        description: 'Shown in browsers where the form cannot be sent.',
      }),
    })
    .meta({ title: 'Form' }),
  policies: z
    .strictObject({
      title: line(60).meta({ title: 'Title' }),
      text: line(200).meta({ title: 'Text' }),
      list: z
        .array(
          z.strictObject({
            title: line(60).meta({ title: 'Title' }),
            text: line(240).meta({ title: 'Text' }),
            policy: z.enum(policySlugs).meta({ title: 'Policy' }),
            link: line(60).meta({ title: 'Text of the link' }),
          }),
        )
        .meta({ title: 'Policies', item: 'policy', options: { summary: '{{fields.title}}' } }),
    })
    .meta({ title: 'Policies in brief' }),
  grievance: z
    .strictObject({
      title: line(60).meta({ title: 'Title' }),
      text: line(800).meta({ title: 'Text' }),
      link: line(40).meta({ title: 'Text of the link' }),
    })
    .meta({ title: 'Grievance' }),
});

export type ContactContent = z.output<typeof contactContent>;

/** The paragraphs of an answer. */
export const paragraphs = (answer: string): string[] => answer.split(/\n\s*\n/);
