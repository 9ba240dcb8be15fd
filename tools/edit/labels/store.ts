/** Labels of `content/store.yaml`. */
import type { z } from 'zod';
import type { storeContent } from '#domain/store/store.ts';
import type { Labels } from '../label-types.ts';
import { line, rupees } from '../widgets.ts';

export const storeLabels: Labels<z.input<typeof storeContent>> = {
  banner: {
    label: 'Banner',
    one: 'message',
    hint: 'The strip above the header: four messages, one after another.',
  },
  name: 'Name of the shop',
  tagline: 'Tagline',
  description: { label: 'Description', hint: 'What a search engine shows about the shop.' },
  url: {
    label: 'Address of the shop',
    hint: 'Begins with https://. Ask the person who runs the shop before you change it.',
  },
  legal: {
    label: 'Legal facts',
    fields: {
      entity: { label: 'Company', as: line },
      address: { label: 'Registered address', one: 'line', each: line },
      gstin: { label: 'GSTIN', hint: '15 characters. The state is also under “Tax”.' },
      grievanceOfficer: {
        label: 'Grievance officer',
        fields: { name: 'Name', email: 'Email', phone: 'Phone' },
      },
    },
  },
  manufacturer: { label: 'Manufacturer', hint: 'With its address, as on the labels.' },
  countryOfOrigin: 'Country of origin',
  care: {
    label: 'Customer care',
    fields: {
      phone: 'Phone',
      whatsapp: {
        label: 'WhatsApp',
        hint: 'With the country code, such as +91 80000 00000. If it is empty, the shop does not offer WhatsApp.',
      },
      email: 'Email',
      hours: 'Hours',
    },
  },
  currency: { label: 'Currency', fields: { code: 'Code', symbol: 'Symbol' } },
  delivery: {
    label: 'Delivery',
    fields: {
      fee: {
        label: 'Fee',
        hint: 'In rupees. 0 means free. A zone under “Delivery” can have its own fee.',
        as: rupees,
      },
      freeFrom: {
        label: 'Free from',
        hint: 'In rupees, after discounts. The banner also shows it: change both.',
        as: rupees,
      },
      promise: { label: 'Promise in words', as: line },
    },
  },
  cashOnDelivery: {
    label: 'Cash on delivery',
    fields: { maxOrder: { label: 'Largest order', hint: 'In rupees.', as: rupees } },
  },
  razorpay: {
    label: 'Other amounts with Razorpay',
    hint: 'In per cent of the order. 0 means that a payment of another amount is flagged and not applied. The difference is recorded, and is not sent back.',
    fields: {
      offers: { label: 'Less, because of its offers', hint: 'Only where the account has offers.' },
      fees: { label: 'More, because of its fee', hint: 'Only where customers pay the fee.' },
    },
  },
  limits: {
    label: 'Limits',
    fields: {
      unpaid: {
        label: 'What may be held unpaid',
        hint: 'By buyers without a paid or delivered order: cash on delivery until it is delivered, and online orders that wait for their payment.',
        fields: {
          person: {
            label: 'By one account or phone',
            hint: 'Twice as much for a confirmed email, and after a first paid or delivered order.',
            fields: {
              orders: 'Orders',
              units: {
                label: 'Pieces of a product',
                hint: 'This number or the share below, the larger of the two.',
              },
              stockPercent: { label: 'Share of its stock', hint: 'In per cent.' },
              total: { label: 'All together', hint: 'In rupees.', as: rupees },
            },
          },
          address: {
            label: 'For one delivery address',
            fields: {
              persons: {
                label: 'Counted as this many people',
                hint: 'An office or a hostel is one address with many people.',
              },
            },
          },
          network: {
            label: 'From one internet address, in an hour',
            hint: 'Thousands of phones can share one internet address, so these limits are high. They do not apply to confirmed emails.',
            fields: { orders: 'Orders', units: 'Pieces of all products' },
          },
          shop: {
            label: 'By all of them together, for one product',
            hint: 'In per cent of its pieces. The rest is kept for orders that are paid immediately.',
            fields: { percentPerHour: 'In an hour', percent: 'Until they are shipped' },
          },
        },
      },
      emails: {
        label: 'Emails to one address',
        hint: 'For emails that strangers can cause: links, receipts of messages, and emails about orders that were not placed from the account of the address. More emails are held, and the desk lists them.',
        fields: {
          perHour: 'In an hour',
          perDay: 'In a day',
          receiptsPerDay: {
            label: 'Receipts of each kind, in a day',
            hint: 'Confirmations of cash orders, receipts of messages, and links that somebody has just asked for. They are not counted above.',
          },
          shopPerHour: {
            label: 'In an hour, to all addresses',
            hint: 'To addresses that are not verified. Emails about orders are not counted.',
          },
        },
      },
    },
  },
  welcome: {
    label: 'Welcome code',
    hint: 'The code in the first newsletter email.',
    fields: {
      percent: 'Percentage off',
      minOrder: { label: 'Minimum order', hint: 'In rupees.', as: rupees },
      validDays: 'Valid for days',
      usesPerCustomer: 'Welcome codes that one customer may use',
    },
  },
  retention: {
    label: 'How long things are kept',
    hint: 'In days. Older data is deleted. The privacy policy shows the same numbers.',
    fields: {
      tickets: { label: 'Tickets', hint: 'After the last message.' },
      sentEmails: { label: 'Recipients of emails', hint: 'After the email was sent, given up or held.' },
      paymentEvents: {
        label: 'Reports of payment providers',
        hint: 'After they were received. Orders and payments are kept.',
      },
      auditLog: {
        label: 'Audit list of operators’ actions',
        hint: 'At least 366: the database refuses to delete younger ones.',
      },
      devices: { label: 'Known devices', hint: 'After the last sign-in on one.' },
      guests: {
        label: 'Guests',
        hint: 'Names and addresses of people who ordered without an account, after the last change of their last order. The orders are kept without them.',
      },
      accounts: {
        label: 'Accounts that nobody uses',
        hint: 'Without orders and reviews, after the last sign-in.',
      },
      unconfirmed: {
        label: 'Accounts without a confirmed address',
        hint: 'Accounts without orders and reviews, after they were opened. Also personal codes, after their last day.',
      },
      policyReports: {
        label: 'Reports about the checkout page',
        hint: 'Counts of scripts and files that the page blocked. PCI DSS requires one year.',
      },
      searches: { label: 'Searches', hint: 'Counts of search texts by day, for the desk.' },
    },
  },
  invoices: {
    label: 'Invoices',
    fields: {
      keepMonths: {
        label: 'Kept for months',
        hint: 'After the end of the financial year. The law requires 72. An existing invoice keeps the period that was set when it was issued.',
      },
    },
  },
  refunds: {
    label: 'Refunds',
    fields: {
      secondOperatorFrom: {
        label: 'Second operator from',
        hint: 'In rupees. If one operator sends back this amount or more by hand in a day, a second operator or an owner must confirm it.',
        as: rupees,
      },
    },
  },
  returns: {
    label: 'Returns',
    fields: {
      days: 'Days',
      condition: { label: 'Condition', hint: 'Part of a sentence that the policies repeat.' },
    },
  },
  social: { label: 'Social media', one: 'account', fields: { name: 'Name', url: 'Address' } },
  claims: {
    label: 'Claims that need proof',
    one: 'claim',
    as: { summary: '{{fields.says}}' },
    hint: 'Statements in the texts that nothing in the shop proves yet. Every deployment lists them. Remove one when it is proved, or when the text no longer says it.',
    fields: { says: 'Says', in: 'In the file', needs: 'What would prove it' },
  },
  samples: {
    label: 'Sample values',
    one: 'field',
    each: line,
    as: { minimize_collapsed: true },
    hint: 'Fields above that still have sample values, or that somebody has to confirm (the reason is after the field). Remove a line when its value is final. A deployment warns about every line.',
  },
};
