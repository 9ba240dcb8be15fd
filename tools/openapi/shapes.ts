/**
 * The shapes of answers that have a name in the documents of the API: the type of the code, and a sentence. What has such a shape
 * refers to it; what occurs in two places needs a name (document.test.ts).
 */
import type { CreditNote } from 'gst/credit-note';
import type { Invoice, InvoiceLine } from 'gst/invoice';
import type { Place } from 'gst/place-of-supply';
import type { Tax } from 'gst/split';
import type { State } from 'gst/states';
import type { JSONParsed } from 'hono/utils/types';
import type { ApiSession, ApiUser, SavedAddress } from '#domain/accounts/account.ts';
import type {
  ApiProduct,
  ApiSale,
  CardVariant,
  FoundProduct,
  LiveProduct,
} from '#domain/catalogue/product.ts';
import type { ProductStatus } from '#domain/catalogue/product-list.ts';
import type { ShopInvoice } from '#domain/documents/document.ts';
import type { OrderEmailChoice } from '#domain/email/order-emails.ts';
import type { ImportFacts } from '#domain/import/import-facts.ts';
import type { ConfirmReason } from '#domain/orders/confirmation.ts';
import type { ApiConfirmation } from '#domain/orders/open-confirmation.ts';
import type {
  ApiAddress,
  ApiOrder,
  ApiOrderEvent,
  ApiOrderItem,
  CancelledUnits,
  OrderStatus,
  Returnable,
  ReturnableItem,
} from '#domain/orders/order.ts';
import type { ApiPastOrder } from '#domain/orders/past-order.ts';
import type { ApiRefund, RefundedItem, RefundReason, RefundTransfer } from '#domain/orders/refund.ts';
import type { ApiTrack } from '#domain/orders/track.ts';
import type { OrderPaymentMethod, PaymentMethod } from '#domain/payments/payment-methods.ts';
import type { ApiPhoto, PhotoState, ReviewedPhoto } from '#domain/photos/photo.ts';
import type { ApiGst, ApiListedCode, ApiOfferedKit, ApiQuote } from '#domain/pricing/quote.ts';
import type { Difference } from '#domain/reconciliation/rules.ts';
import type { ApiReturn, ReturnMethod, ReturnReason, ReturnStatus } from '#domain/returns/return.ts';
import type { ApiRatingCounts, ApiRatings, ApiReview, ApiReviewCounts } from '#domain/reviews/review.ts';
import type { HideReason, Received } from '#domain/reviews/review-constants.ts';
import type { FacetChoice } from '#domain/search/facets.ts';
import type { ChosenReason } from '#domain/stock/changes.ts';
import type { IssueType } from '#domain/support/ticket.ts';
import type { OrderBusiness } from '#domain/tax/business.ts';
import type { readCart } from '#functions/accounts/cart.ts';
import type { readWishes } from '#functions/accounts/wishes.ts';
import type { moveOrders } from '#functions/desk/bulk.ts';
import type { listCoupons } from '#functions/desk/coupons.ts';
import type { readCustomer } from '#functions/desk/customer-detail.ts';
import type { readOrderDetail } from '#functions/desk/order-detail.ts';
import type { readProductFile } from '#functions/desk/products.ts';
import type { checkStock } from '#functions/desk/reconcile/stock.ts';
import type { listRefunds } from '#functions/desk/refunds.ts';
import type { listReturns } from '#functions/desk/returns.ts';
import type { DeskReview } from '#functions/desk/reviews.ts';
import type { findByNumber } from '#functions/desk/shipping.ts';
import type { DeskTicket } from '#functions/desk/tickets.ts';
import type { readToday } from '#functions/desk/today.ts';
import type { Refusal } from '#functions/lib/refusal.ts';
import type { Moved } from '#functions/orders/move.ts';
import type { payByCard, payByWidget } from '#functions/payments/start-payment.ts';
import type { readSearches } from '#functions/reports/searches.ts';

/** What an action returns when it does not refuse. */
type Done<Action extends (...args: never[]) => unknown> = Exclude<Awaited<ReturnType<Action>>, Refusal>;
type Row<List extends (...args: never[]) => Promise<{ rows: unknown[] }>> = Done<List>['rows'][number];

/** Of both documents. */
type CommonShapes = {
  Address: ApiAddress;
  /** The business that an order is for. */
  Business: OrderBusiness;
  State: State;
  OrderStatus: OrderStatus;
  PaymentMethod: PaymentMethod;
  /** How an order is paid: also with the value of what was returned. */
  OrderPaymentMethod: OrderPaymentMethod;
  ConfirmReason: ConfirmReason;
  ReturnStatus: ReturnStatus;
  ReturnReason: ReturnReason;
  ReturnMethod: ReturnMethod;
  RefundReason: RefundReason;
  /** What a refund gives back. */
  RefundedItem: RefundedItem;
  HideReason: HideReason;
  /** How a reviewer got the product. */
  Received: Received;
  SkinType: NonNullable<ApiReview['skinType']>;
  AgeBand: NonNullable<ApiReview['ageBand']>;
  Climate: NonNullable<ApiReview['climate']>;
  IssueType: IssueType;
  Supplier: ShopInvoice['supplier'];
  Recipient: Invoice['recipient'];
  DeliveredTo: NonNullable<Invoice['deliveredTo']>;
  InvoiceLine: InvoiceLine;
  CreditLine: CreditNote['lines'][number];
  /** What the delivery costs. */
  DeliveryLine: Invoice['delivery'][number];
  Tax: Tax;
  Place: Place;
};

/** Of the document for shoppers. */
type ShopShapes = {
  /** A product, or one of its sizes or shades. */
  Product: ApiProduct;
  /** A product as the cards of a list show it. */
  ProductCard: FoundProduct;
  /** A size or shade on a card. */
  Variant: CardVariant;
  /** What changes of a product while its page stays. */
  LiveProduct: LiveProduct;
  /** The sale that makes a price. */
  Sale: ApiSale;
  /** A value of a filter, and how many results it gives. */
  FacetChoice: FacetChoice;
  /** The quantities of the saved cart, by the id of what is sold. */
  Cart: Omit<Done<typeof readCart>, 'ok'>;
  Wish: Done<typeof readWishes>['wishes'][number];
  /** What an order costs, and when it arrives. */
  Quote: ApiQuote;
  /** The GST within an amount. */
  IncludedGst: ApiGst;
  /** A code that the cart shows. */
  ListedCode: ApiListedCode;
  /** A kit that costs less than its parts. */
  OfferedKit: ApiOfferedKit;
  Order: ApiOrder;
  /** What was ordered. */
  OrderLine: ApiOrderItem;
  /** An event in the history of an order. */
  OrderEvent: ApiOrderEvent;
  /** Whether the order on delivery is confirmed. */
  Confirmation: ApiConfirmation;
  CancelledUnits: CancelledUnits;
  /** What of an order can still be returned. */
  Returnable: Returnable;
  ReturnableItem: ReturnableItem;
  Return: ApiReturn;
  Refund: ApiRefund;
  /** An order of an earlier shop. */
  PastOrder: ApiPastOrder;
  /** An order as its number and a phone or email show it. */
  TrackedOrder: ApiTrack;
  /** Where an order is paid by card. */
  CardPayment: Omit<Done<typeof payByCard>, 'message' | 'ok'>;
  /** What the widget of Razorpay needs. */
  WidgetPayment: Omit<Done<typeof payByWidget>, 'message' | 'ok'>;
  Customer: ApiUser;
  /** A session that has begun. */
  SignedIn: { token: string; device: string; user: ApiUser };
  /** A session of a guest that has begun. */
  SignedInGuest: { token: string; user: ApiUser };
  SavedAddress: SavedAddress;
  /** A signed-in device. */
  Session: ApiSession;
  Review: ApiReview;
  /** The shop’s answer to a review. */
  ReviewReply: NonNullable<ApiReview['reply']>;
  /** How many reviews have 1, 2, 3, 4 and 5 stars. */
  Ratings: ApiRatings;
  RatingCounts: ApiRatingCounts;
  ReviewCounts: ApiReviewCounts;
  Photo: ApiPhoto;
  /** A photo of the own review. */
  OwnPhoto: ReviewedPhoto;
};

type OrderDetail = Done<typeof readOrderDetail>['order'];
type FileSale = NonNullable<Done<typeof readProductFile>['product']['items'][number]['sale']>;

/** Of the document of the desk. */
type DeskShapes = {
  OrderDetail: OrderDetail;
  OrderOfCustomer: Done<typeof readCustomer>['orders'][number];
  /** A row of the list of returns. */
  ReturnRow: Row<typeof listReturns>;
  /** A row of the list of refunds. */
  RefundRow: Row<typeof listRefunds>;
  RefundStatus: Row<typeof listRefunds>['status'];
  /** A review as the desk sees it. */
  DeskReview: DeskReview;
  ReviewReport: DeskReview['reports'][number];
  /** A photo of a review at the desk. */
  DeskPhoto: DeskReview['photos'][number];
  PhotoState: PhotoState;
  /** A product by its id and name. */
  NamedProduct: DeskReview['product'];
  Ticket: DeskTicket;
  TicketAnswer: DeskTicket['answers'][number];
  Coupon: Row<typeof listCoupons>;
  ProductStatus: ProductStatus;
  /** An order that is to be shipped. */
  OrderToShip: Done<typeof findByNumber>['orders'][number];
  /** What a courier has transferred for an order. */
  Remittance: Done<typeof findByNumber>['orders'][number]['remittances'][number];
  /** What became of a move, and until when it can be undone. */
  Moved: Omit<Moved, 'ok'>;
  /** How often a search was made. */
  CountedSearch: Done<typeof readSearches>['most'][number];
  /** A reference to an order. */
  OrderReference: NonNullable<Done<typeof readToday>['oldestToPack']>;
  UnitsOfLine: OrderDetail['cancelled'][number];
  /** A sale by a percentage, or by a price. */
  SaleByPercent: Extract<FileSale, { percent: unknown }>;
  SaleByPrice: Extract<FileSale, { price: unknown }>;
  /** Fields of content that an import writes. */
  ImportedFields: ImportFacts['fields']['products'][number];
  ComparedPage: Done<typeof checkStock>;
  ChosenReason: ChosenReason;
  /** How money was sent back by hand. */
  RefundTransfer: RefundTransfer;
  OrderEmailChoice: OrderEmailChoice;
  /** A difference between two records. */
  Difference: Difference;
  Rule: Difference['rule'];
  /** What became of an order of a selection. */
  MoveResult: Done<typeof moveOrders>['results'][number];
};

/** By name, as JSON. The comments are the descriptions of the documents. */
export type Shapes = JSONParsed<CommonShapes & ShopShapes & DeskShapes>;
