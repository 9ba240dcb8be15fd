/** Labels of `content/store.yaml`. */
import type { z } from 'zod';
import type { storeContent } from '#features/store/store.ts';
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
    hint: 'Begins with https://. Ask whoever runs the shop before you change it.',
  },
  legal: {
    label: 'Legal facts',
    fields: {
      entity: { label: 'Company', as: line },
      address: { label: 'Registered address', one: 'line', each: line },
      gstin: { label: 'GSTIN', hint: '15 characters. Its state is under “Tax”, too.' },
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
        hint: 'With the country code: +91 80000 00000. Leave it empty, and the shop does not offer WhatsApp.',
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
        hint: 'In rupees; 0 for none. A zone of the file Delivery may have its own.',
        as: rupees,
      },
      freeFrom: {
        label: 'Free from',
        hint: 'In rupees, after discounts. The banner says it too: change both.',
        as: rupees,
      },
      promise: { label: 'Promise in words', as: line },
    },
  },
  cashOnDelivery: {
    label: 'Cash on delivery',
    fields: {
      maxOrder: { label: 'Largest order', hint: 'In rupees.', as: rupees },
    },
  },
  razorpay: {
    label: 'Other amounts with Razorpay',
    hint: 'In per cent of the order. 0: a payment of another amount is flagged and not applied. The difference is recorded, and is not sent back.',
    fields: {
      offers: { label: 'Less, by its offers', hint: 'Only where the account has offers.' },
      fees: { label: 'More, for its fee', hint: 'Only where customers pay the fee.' },
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
              units: { label: 'Pieces of a product', hint: 'Or the share below, whichever is more.' },
              stockPercent: { label: 'Share of its stock', hint: 'In per cent.' },
              total: { label: 'All together', hint: 'In rupees.', as: rupees },
            },
          },
          address: {
            label: 'For one delivery address',
            fields: {
              persons: {
                label: 'As much as this many people',
                hint: 'An office or a hostel is one address of many.',
              },
            },
          },
          network: {
            label: 'From one internet address, in an hour',
            hint: 'A carrier may give one to thousands of phones, so these are high. Not for confirmed emails.',
            fields: { orders: 'Orders', units: 'Pieces of all products' },
          },
          shop: {
            label: 'By all of them together, of a product',
            hint: 'In per cent of its pieces. The rest is kept for orders that are paid at once.',
            fields: { percentPerHour: 'In an hour', percent: 'Until they are shipped' },
          },
        },
      },
      emails: {
        label: 'Emails to one address',
        hint: 'Those that strangers may cause: links, receipts of messages, and emails about orders that the address’s own account did not place. More are held until the address may get another one; the desk lists them.',
        fields: {
          perHour: 'In an hour',
          perDay: 'In a day',
          receiptsPerDay: {
            label: 'Receipts of each kind, in a day',
            hint: 'Confirmations of cash orders, receipts of messages, and links that somebody has just asked for. They are not counted above.',
          },
          shopPerHour: {
            label: 'In an hour, to all addresses',
            hint: 'To addresses that nobody has verified. Emails about orders are not counted.',
          },
        },
      },
    },
  },
  welcome: {
    label: 'Welcome code',
    hint: 'What a first newsletter letter brings.',
    fields: {
      percent: 'Per cent off',
      minOrder: { label: 'Smallest order', hint: 'In rupees.', as: rupees },
      validDays: 'Days that it is valid',
      usesPerCustomer: 'Welcome codes that one customer may use',
    },
  },
  retention: {
    label: 'How long things are kept',
    hint: 'In days. What is older is deleted, and the privacy policy repeats these numbers.',
    fields: {
      tickets: { label: 'Tickets', hint: 'After the last message.' },
      sentEmails: { label: 'Recipients of emails', hint: 'After an email was sent, given up or held back.' },
      paymentEvents: {
        label: 'Reports of payment providers',
        hint: 'After they were received. Orders and payments stay.',
      },
      auditLog: {
        label: 'The list of what operators did',
        hint: 'At least 366: the database refuses to delete younger ones.',
      },
      devices: { label: 'Known devices', hint: 'After the last sign-in on one.' },
      guests: {
        label: 'Guests',
        hint: 'Name and address of people who ordered without an account, after the last change of their last order. The orders stay, without the person.',
      },
      accounts: {
        label: 'Accounts that nobody uses',
        hint: 'Without orders and reviews, after the last sign-in.',
      },
      unconfirmed: {
        label: 'Accounts without a confirmed address',
        hint: 'Without orders and reviews, after they were opened; and codes of one person after their last day.',
      },
      policyReports: {
        label: 'Reports about the checkout page',
        hint: 'Counts of what it was not allowed to load. PCI DSS asks for a year of them.',
      },
      searches: { label: 'What was searched', hint: 'Counts of texts by day, for the desk.' },
    },
  },
  invoices: {
    label: 'Invoices',
    fields: {
      keepMonths: {
        label: 'Kept for months',
        hint: 'After the end of the financial year. The law asks for 72; an invoice keeps the period that it was written with.',
      },
    },
  },
  refunds: {
    label: 'Refunds',
    fields: {
      secondOperatorFrom: {
        label: 'Second operator from',
        hint: 'In rupees. From this amount on, what one operator sends back by hand in a day needs a second operator, or an owner.',
        as: rupees,
      },
    },
  },
  returns: {
    label: 'Returns',
    fields: {
      days: 'Days',
      condition: { label: 'Condition', hint: 'A part of a sentence: policies repeat it.' },
    },
  },
  social: { label: 'Social media', one: 'account', fields: { name: 'Name', url: 'Address' } },
  claims: {
    label: 'Claims to be proved',
    one: 'claim',
    as: { summary: '{{fields.says}}' },
    hint: 'Words of the customer’s copy that nothing in the shop proves. They stay as they are; every deployment lists them. Remove one when it is proved, or when the words are gone.',
    fields: { says: 'Says', in: 'In the file', needs: 'What would prove it' },
  },
  samples: {
    label: 'Still a sample',
    one: 'field',
    each: line,
    as: { minimize_collapsed: true },
    hint: 'Fields above that still hold sample values, or that somebody has to confirm (then the reason stands after the field). Remove a line when its value is final; a deploy warns about every line.',
  },
};
