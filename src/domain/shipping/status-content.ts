/** The schema of `content/courier-statuses.yaml`: the phrases by which the desk understands a courier's file. */
import * as z from 'zod';
import { line } from '#lib/content-fields.ts';
import { wrongPhrases } from './parcel-states.ts';

const hint =
  'The whole status has to fit, without case, punctuation, dates and ignored words. … stands for any words, {recipient} and {sender} for those of the lists.';

const list = (title: string, item: string, description: string) =>
  z
    .array(line(80).refine((text) => text.split(/…|\.{3,}/).length <= 3, 'has … more than twice'))
    .min(1)
    .meta({ title, item, description });

export const courierStatusesContent = z
  .strictObject({
    ignored: list(
      'Ignored words',
      'word',
      'Words that say nothing of the parcel, such as item, each by itself.',
    ),
    recipients: list(
      'Recipients',
      'recipient',
      'Who has the parcel once it is delivered, and where: {recipient} stands for these.',
    ),
    senders: list('Senders', 'sender', 'Words for the shop: {sender} stands for these.'),
    delivered: list('Delivered', 'phrase', `The buyer has it: the order becomes Delivered. ${hint}`),
    undelivered: list('Not delivered', 'phrase', `An attempt failed: the order gets a note. ${hint}`),
    returned: list('Came back', 'phrase', `The shop has it again: the order becomes Returned. ${hint}`),
    unchanged: list(
      'Changes nothing',
      'phrase',
      `It travels, also on its way back. ${hint} What fits no list is shown as unknown, and changes nothing.`,
    ),
  })
  .superRefine((phrases, context) => {
    for (const message of wrongPhrases(phrases)) context.addIssue({ code: 'custom', message });
  });
