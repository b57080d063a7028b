// @ts-self-types="./index.d.ts"
export { Client } from "./client.js";
export { Replica } from "./replica.js";
export { ToDoError } from "./transport.js";
