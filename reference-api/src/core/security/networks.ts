import { BlockList, isIPv4, isIPv6 } from 'node:net';

type Family = 'ipv4' | 'ipv6';

/** An address, and how many of its bits count. */
interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: Family;
}

function familyOf(address: string): Family | undefined {
  if (isIPv4(address)) return 'ipv4';
  return isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
}

/** An address, or a network such as `192.0.2.0/24`; undefined if neither. */
function readNetwork(text: string): Network | undefined {
  const [address = '', bits, ...rest] = text.trim().toLowerCase().split('/');
  const family = familyOf(address);
  if (!family || rest.length > 0) return undefined;
  const most = family === 'ipv4' ? 32 : 128;
  if (bits === undefined) return { address, bits: most, family };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { address, bits: Number(bits), family } : undefined;
}

/** A network as it is stored; undefined if it is not one. */
export function networkText(text: string): string | undefined {
  const network = readNetwork(text);
  return network && `${network.address}/${network.bits}`;
}

/** An IPv4 address in IPv6 form counts as IPv4. */
export function isWithin(networks: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const network of networks.map(readNetwork)) {
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  const [plain = ''] = address.split('%');
  const family = familyOf(plain);
  return family !== undefined && list.check(plain, family);
}

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
