declare module 'samlp' {
  type Handler = (request: object, response: object, next: (error?: unknown) => void) => void;
  export function auth(options: object): Handler;
  export function logout(options: object): Handler;
  export function metadata(options: object): Handler;
  export function getSamlResponse(options: object, user: object, done: (error: Error | null, xml: string) => void): void;
}
