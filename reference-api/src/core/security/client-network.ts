import { isIPv4, isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address: one subscriber's network. */
function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  // An IPv4 ending is two groups, which are never among the first four if it comes after '::'.
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * What attempts are counted by: an IPv4 address, or the /64 network of an IPv6 one, because the owner of one of its
 * addresses has them all. An IPv4 address in IPv6 form counts as IPv4.
 */
export function clientNetworkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIPv6(address) ? networkOf(address) : address;
}
