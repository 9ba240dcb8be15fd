/** Customers, products and prices of the Stripe simulator. */
import type * as z from 'zod';
import {
  type Cause,
  type Customer,
  newCustomer,
  newPrice,
  newProduct,
  type Price,
  type Product,
} from './entities.ts';
import { noSuch, StripeError } from './errors.ts';
import { StripeLedger } from './ledger.ts';
import type {
  CustomerParams,
  PriceParams,
  ProductParams,
  priceUpdate,
  productUpdate,
  SessionParams,
} from './params.ts';

/** What a line of a session sells. */
export type PricedLine = { price: Price; product: Product; quantity: number };

export abstract class StripeCatalogue extends StripeLedger {
  /** Everything, oldest first. */
  get customers(): Customer[] {
    return this.customerStore.all;
  }
  get products(): Product[] {
    return this.productStore.all;
  }
  get prices(): Price[] {
    return this.priceStore.all;
  }

  /** A customer that is not deleted. @param status 400: named in a parameter @throws StripeError */
  customer(id: string, status: 400 | 404 = 404): Customer {
    const found = this.customerStore.find(id);
    if (!found || found.deleted) throw noSuch('customer', id, status === 400 ? 'customer' : 'id', status);
    return found;
  }
  customerOrDeleted = (id: string): Customer => this.customerStore.get(id);
  product = (id: string): Product => this.productStore.get(id);
  price = (id: string): Price => this.priceStore.get(id);

  createCustomer(params: CustomerParams, cause?: Cause): Customer {
    return this.create(this.customerStore, newCustomer(params, this.clock.seconds()), cause);
  }
  updateCustomer(id: string, params: CustomerParams, cause?: Cause): Customer {
    return this.update(this.customerStore, this.customer(id), params, cause);
  }
  deleteCustomer(id: string, cause?: Cause): Customer {
    this.emit('customer.deleted', this.customer(id), { cause });
    return this.customerStore.update(id, { deleted: true });
  }

  createProduct(params: ProductParams, cause?: Cause): Product {
    if (params.id !== undefined && this.productStore.find(params.id))
      throw new StripeError(400, {
        code: 'resource_already_exists',
        message: 'Product already exists.',
        param: 'id',
      });
    return this.create(this.productStore, newProduct(params, this.clock.seconds()), cause);
  }
  updateProduct(id: string, params: z.output<typeof productUpdate>, cause?: Cause): Product {
    const { default_price } = params;
    if (default_price !== undefined && this.priceStore.find(default_price)?.product !== id)
      throw noSuch('price', default_price, 'default_price', 400);
    const change = { ...params, updated: this.clock.seconds() };
    return this.update(this.productStore, this.product(id), change, cause);
  }

  createPrice({ product, product_data, ...params }: PriceParams, cause?: Cause): Price {
    this.#checkLookupKey(params);
    const found = product_data
      ? this.createProduct(product_data, cause)
      : this.#knownProduct(product, 'product');
    return this.create(this.priceStore, newPrice(params, found.id, this.clock.seconds()), cause);
  }
  updatePrice(id: string, params: z.output<typeof priceUpdate>, cause?: Cause): Price {
    this.#checkLookupKey(params, id);
    return this.update(this.priceStore, this.price(id), params, cause);
  }

  /** The prices of a session's lines. Inline ones are new, and not stored yet. @throws StripeError */
  pricedLines({ line_items }: SessionParams): PricedLine[] {
    const now = this.clock.seconds();
    return line_items.map(({ price: id = '', price_data, quantity }, index) => {
      const param = `line_items[${index}]`;
      if (price_data) {
        const { product_data } = price_data;
        const product = product_data
          ? newProduct({ ...product_data, active: false }, now)
          : this.#knownProduct(price_data.product, `${param}[price_data][product]`);
        return { price: newPrice({ ...price_data, active: false }, product.id, now), product, quantity };
      }
      const price = this.priceStore.find(id);
      if (!price) throw noSuch('price', id, `${param}[price]`, 400);
      const product = this.product(price.product);
      if (!price.active || !product.active)
        throw new StripeError(400, {
          message: 'The price specified is inactive. This field only accepts active prices.',
          param: `${param}[price]`,
        });
      return { price, product, quantity };
    });
  }

  #knownProduct(id = '', param: string): Product {
    const product = this.productStore.find(id);
    if (!product) throw noSuch('product', id, param, 400);
    return product;
  }

  #checkLookupKey({ lookup_key }: { lookup_key?: string | null | undefined }, own?: string): void {
    const other = lookup_key && this.prices.find((one) => one.lookup_key === lookup_key);
    if (other && other.id !== own)
      throw new StripeError(400, {
        message: `A price (\`${other.id}\`) already uses that lookup key.`,
        param: 'lookup_key',
      });
  }
}
