import type { api, ResponseOf } from '#lib/api.ts';

type Get = (typeof api.desk.products)[':productId']['$get'];

export type Product = ResponseOf<Get>['product'];
export type ProductItem = Product['items'][number];
export type ProductChange = ResponseOf<Get>['rows'][number];
