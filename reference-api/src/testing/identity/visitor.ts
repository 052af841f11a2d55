/** A browser without scripts at the provider's pages, with its cookies. */
export class Visitor {
  readonly #cookies = new Map<string, string>();

  async #ask(address: URL, form?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const response = await fetch(address, { redirect: 'manual', headers: { cookie }, ...sent });
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = text.split(/[=;]/);
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Follows the provider from an address, filling in its forms; returns where it sends the browser back to. */
  async #follow(address: string, fill: (page: string) => Readonly<Record<string, string>>): Promise<URL> {
    const { origin } = new URL(address);
    let response = await this.#ask(new URL(address));
    for (let steps = 0; steps < 8; steps += 1) {
      const location = response.headers.get('location');
      const page = location === null ? await response.text() : '';
      const place = location ?? /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (place === undefined) throw new Error(`The provider's page has no form: ${page.slice(0, 300)}`);
      const next = new URL(place, origin);
      if (next.origin !== origin) return next;
      response = await this.#ask(next, location === null ? fill(page) : undefined);
    }
    throw new Error('The provider sends the browser round and round.');
  }

  /** Logs in as a person at the page of an address; returns where the provider sends the browser back to. */
  logIn(address: string, person: string): Promise<URL> {
    return this.#follow(address, () => ({ prompt: 'login', login: person, password: 'x' }));
  }

  /** Comes back from the provider without a login, because the person is logged in there; throws if it asks for one. */
  pass(address: string): Promise<URL> {
    return this.#follow(address, () => {
      throw new Error('The provider asks who it is.');
    });
  }

  /** Logs out at the page of an address, which asks first; returns where the provider sends the browser back to. */
  logOut(address: string): Promise<URL> {
    return this.#follow(address, (page) => ({
      xsrf: /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '',
      logout: 'yes',
    }));
  }
}
