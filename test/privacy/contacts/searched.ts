/** A document looked through for somebody's contact, all at once. */
import { type Contact, contactFinder } from '../../../src/privacy/contact-rules.ts';

/** Whether it names the contact, and how much work was told before each piece of it. */
export const searched = (contact: Contact) => {
  const find = contactFinder(contact);
  return (document: unknown): { readonly isFound: boolean; readonly work: readonly number[] } => {
    const work: number[] = [];
    const search = find(document);
    for (let step = search.next(); ; step = search.next()) {
      if (step.done === true) return { isFound: step.value, work };
      work.push(step.value);
    }
  };
};
