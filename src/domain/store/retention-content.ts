/** How long things are kept: a part of `content/store.yaml`. The scheduled job deletes what is older (domain/retention). */
import * as z from 'zod';

const days = (min: number, max: number) => z.int().min(min).max(max);

export const retentionContent = z
  .strictObject({
    /** Tickets with their answers, after the last message. */
    tickets: days(30, 1825).meta({ title: 'Tickets', description: 'After the last message.' }),
    /** Recipients of emails. Their limits count one day back, and tries of sending take four days. */
    sentEmails: days(7, 730).meta({
      title: 'Recipients of emails',
      description: 'After the email was sent, given up or held.',
    }),
    /** Events of payment providers, who repeat them for three days. */
    paymentEvents: days(30, 3650).meta({
      title: 'Reports of payment providers',
      description: 'After they were received. Orders and payments are kept.',
    }),
    /** Actions of operators: a trigger of the database keeps them for 365 days. */
    auditLog: days(366, 3650).meta({
      title: 'Audit list of operators’ actions',
      description: 'At least 366: the database refuses to delete younger ones.',
    }),
    /** Known devices of an account, after the last sign-in. */
    devices: days(30, 730).meta({ title: 'Known devices', description: 'After the last sign-in on one.' }),
    /** Guests, after the last change of their orders. Their links work for 90 days, and sessions from them for 30. */
    guests: days(120, 1825).meta({
      title: 'Guests',
      description:
        'Names and addresses of people who ordered without an account, after the last change of their last order. The orders are kept without them.',
    }),
    /** Accounts without orders and reviews, after the last sign-in; and those of which nobody has confirmed the address. */
    accounts: days(365, 3650).meta({
      title: 'Accounts that nobody uses',
      description: 'Without orders and reviews, after the last sign-in.',
    }),
    unconfirmed: days(60, 730).meta({
      title: 'Accounts without a confirmed address',
      description:
        'Accounts without orders and reviews, after they were opened. Also personal codes, after their last day.',
    }),
    /** CSP reports of the checkout page: PCI DSS requires a year. */
    policyReports: days(366, 3650).meta({
      title: 'Reports about the checkout page',
      description: 'Counts of scripts and files that the page blocked. PCI DSS requires one year.',
    }),
    /** Counts of searched texts. The desk shows 90 days. */
    searches: days(90, 400).meta({
      title: 'Searches',
      description: 'Counts of search texts by day, for the desk.',
    }),
    /** The law's least period for personal data and logs, by the day from which it holds. */
    atLeast: z
      .array(
        z.strictObject({
          from: z
            .date('must be a date such as 2027-05-13')
            .meta({ title: 'From', description: 'The first day, from midnight, Indian time.' }),
          days: days(1, 3650).meta({ title: 'Days' }),
        }),
      )
      .max(10)
      .default([])
      .meta({
        title: 'At least',
        item: 'period',
        description:
          'From a day on, the law asks that personal data are kept at least this long. Shorter periods, also those above, then become as long.',
      }),
  })
  .meta({
    title: 'How long things are kept',
    description: 'In days. Older data is deleted. The privacy policy shows the same numbers.',
  });
