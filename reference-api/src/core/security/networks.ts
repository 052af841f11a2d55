import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** An address, or a network such as `192.0.2.0/24`, as it is stored; undefined if neither. */
export function networkText(text: string): string | undefined {
  const given = text.trim().toLowerCase();
  const bits = { 0: '', 4: '/32', 6: '/128' }[isIP(given)] ?? '';
  const network = `${given}${bits}`;
  const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(network) || ipaddr.IPv6.isValidCIDR(network);
  return isNetwork && !network.includes('%') ? network : undefined;
}

/** An IPv4 address in IPv6 form counts as IPv4. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  return networks.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(text);
    return network.kind() === plain.kind() && plain.match(network, bits);
  });
}

/** What attempts are counted by: an IPv4 address, or an IPv6 /64 network, as its owner has all its addresses. */
export function clientNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  if (plain instanceof ipaddr.IPv4) return plain.toString();
  const groups = plain.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
