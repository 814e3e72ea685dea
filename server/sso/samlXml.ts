import { X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** XML that is not well-formed, or has what no SAML message needs. */
export class UnsafeXml extends Error {}

/**
 * Parses a message. Declarations (document types, entities), comments, CDATA and processing instructions are refused, since each of them has
 * let two parsers read one text in two ways.
 *
 * @throws `UnsafeXml`
 */
export function parseMessage(xml: string): Element {
  const body = xml.replace(/^\uFEFF?<\?xml[^?<>]*\?>/, '');
  if (body.includes('<!') || body.includes('<?')) throw new UnsafeXml('declarations, comments or instructions');
  return parse(body);
}

function parse(xml: string): Element {
  const refuse = (message: unknown) => {
    throw new UnsafeXml(String(message).split('\n')[0]?.slice(0, 100));
  };
  const document = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } }).parseFromString(xml, 'text/xml');
  if (!document?.documentElement) throw new UnsafeXml('no element');
  return document.documentElement;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;
/** Child elements, of one name if it is given. */
export const childrenOf = (element: Element, name?: string): Element[] =>
  Array.from(element.childNodes)
    .filter(isElement)
    .filter((child) => name === undefined || child.localName === name);
const all = (element: Element, namespace: string, name: string): Element[] => Array.from(element.getElementsByTagNameNS(namespace, name));

export const isResponse = ({ localName, namespaceURI }: Element) => localName === 'Response' && namespaceURI === protocol;

const signing = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`);
const digests = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];
const exclusive = ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'];
const permitted: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: signing,
  DigestMethod: digests,
  CanonicalizationMethod: exclusive,
  Transform: [...exclusive, `${signatureNamespace}enveloped-signature`],
};
/** Whether a signature of an address names a permitted algorithm. */
export const isSigningAlgorithm = (algorithm: string) => signing.includes(algorithm);

/** The first algorithm of a signature inside that is too weak (SHA-1), symmetric (HMAC), or unusual. */
export function weakAlgorithm(root: Element): string | undefined {
  const signatures = all(root, signatureNamespace, 'SignedInfo');
  for (const info of signatures)
    for (const [name, known] of Object.entries(permitted))
      for (const method of all(info, signatureNamespace, name)) {
        const algorithm = method.getAttribute('Algorithm') ?? '';
        if (!known.includes(algorithm)) return algorithm || 'none';
      }
  return undefined;
}

/** Whether the element itself has a signature. */
export const isSigned = (element: Element) =>
  childrenOf(element, 'Signature').some(({ namespaceURI }) => namespaceURI === signatureNamespace);

/** PEM certificates in a text of PEM blocks, or of base64 alone. @throws if one cannot be read */
export function certificatesOf(text: string): string[] {
  const blocks = text.includes('-----BEGIN')
    ? [...text.matchAll(/-----BEGIN CERTIFICATE-----([\sA-Za-z\d+/=]+)-----END CERTIFICATE-----/g)].map(([, block]) => block ?? '')
    : text.trim() === ''
      ? []
      : text.trim().split(/\n\s*\n/);
  if (text.includes('-----BEGIN') && blocks.length === 0) throw new Error('No certificate.');
  return [...new Set(blocks.map((block) => new X509Certificate(Buffer.from(block.replace(/\s/g, ''), 'base64')).toString()))];
}

/** What metadata say of an identity provider. */
export interface ProviderMetadata {
  entity_id: string;
  sign_on_address: string;
  sign_out_address: string;
  certificates: string[];
}

/** Reads the metadata of one identity provider (SAML 2.0 Metadata). @throws if they are not such metadata, or no longer valid at `now` */
export function readMetadata(xml: string, now: number): ProviderMetadata {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new UnsafeXml('declarations');
  const root = parse(xml.trim());
  const entities = root.localName === 'EntitiesDescriptor' ? all(root, metadataNamespace, 'EntityDescriptor') : [root];
  const providers = entities.filter((entity) => childrenOf(entity, 'IDPSSODescriptor').length > 0);
  const [entity] = providers;
  if (!entity || providers.length > 1 || entity.namespaceURI !== metadataNamespace) throw new Error('Not one identity provider.');
  for (const one of [root, entity]) {
    const until = one.getAttribute('validUntil');
    if (until && !(Date.parse(until) > now)) throw new Error('No longer valid.');
  }
  const [descriptor] = childrenOf(entity, 'IDPSSODescriptor') as [Element];
  const addressOf = (name: string, attribute = 'Location') =>
    childrenOf(descriptor, name)
      .find((service) => service.getAttribute('Binding') === redirectBinding)
      ?.getAttribute(attribute) ?? '';
  const keys = childrenOf(descriptor, 'KeyDescriptor').filter((key) => key.getAttribute('use') !== 'encryption');
  const texts = keys.flatMap((key) => all(key, signatureNamespace, 'X509Certificate').map((one) => one.textContent ?? ''));
  const found = {
    entity_id: entity.getAttribute('entityID') ?? '',
    sign_on_address: addressOf('SingleSignOnService'),
    sign_out_address: addressOf('SingleLogoutService'),
    certificates: [...new Set(texts.flatMap(certificatesOf))],
  };
  if (!found.entity_id || !found.sign_on_address || found.certificates.length === 0) throw new Error('Incomplete.');
  return found;
}
