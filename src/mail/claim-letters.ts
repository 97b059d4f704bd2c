import * as z from 'zod'
import { quotedName } from '../client-name.ts'
import { noticesOf } from '../firm/notices.ts'
import { type Language, LANGUAGES, pathIn } from '../language.ts'
import { whenOffered } from '../offers.ts'
import { PATHS } from '../site.ts'
import { nationalTelephone } from '../telephone.ts'
import { fill, WORDS } from '../words.ts'
import { mail, small } from './letter.ts'

/** The mail contains no text from the agent, so an agent cannot use it to send messages. */
export const claimLink = mail({
  about: 'claim',
  isRepeated: true,
  members: () => ({
    to: z.string(),
    link: z.string(),
    /** True when the person did not enter the agent's code. */
    isCodeless: z.boolean().optional(),
    /** The person requested the link on a page in this language. */
    language: z.enum(LANGUAGES),
  }),
  write({ firm, base }, { link, isCodeless, language }) {
    const { subject, opening, openingWithoutCode, label, otherwise } = WORDS[language].mail.link
    const href = `${base}${pathIn(language, PATHS.claimConfirm)}?link=${link}`
    return {
      subject: fill(subject, { firm: firm.name }),
      paragraphs: [
        isCodeless ? openingWithoutCode : opening,
        { href, label },
        otherwise,
        ...small(noticesOf('linkMail', firm.notices)),
      ],
    }
  },
})

/** This is sent for every confirmation, so that the person notices a false one. */
export const agentLinked = mail({
  about: 'claim',
  members: () => ({
    to: z.string(),
    clientName: z.string().optional(),
    registration: z.string(),
    /** Secret in the link that ends the agent's access. Old messages have no such link. */
    end: z.string().optional(),
    /** True when the staff confirmed the claim, false when the person did. */
    byStaff: z.boolean(),
    /** If it is absent, the mail is in English and in another language of the site, if there is one. */
    language: z.enum(LANGUAGES).optional(),
  }),
  async write(sender, { to, clientName, registration, end, byStaff, language }) {
    const { firm, base } = sender
    const paragraphsIn = async (chosen: Language) => {
      const { notices } = chosen === sender.language ? firm : (await sender.factsIn(chosen)).firm
      const words = WORDS[chosen].mail.linked
      const { name, staffConfirmed, linkConfirmed, mayNot, whereItStands, notWanted, endIt, otherwise, number } = words
      const confirmed = byStaff ? staffConfirmed : linkConfirmed
      return [
        `${fill(words.now, { firm: firm.name })} ${confirmed}`,
        ...(clientName === undefined ? [] : [fill(name, { name: quotedName(clientName) })]),
        [mayNot, ...whenOffered(firm, 'statusPage', whereItStands)].join(' '),
        ...(end === undefined
          ? []
          : [notWanted, { href: `${base}${pathIn(chosen, PATHS.claimEnd)}?end=${end}`, label: endIt }]),
        fill(otherwise, { telephone: nationalTelephone(firm.telephone), address: to }),
        fill(number, { registration }),
        ...small(noticesOf('linkedMail', notices)),
      ]
    }
    const other = language === undefined && sender.languages.find((one) => one !== sender.language)
    const { title, short } = WORDS[sender.language].mail.linked
    return {
      subject: `${firm.name}: ${other ? `${short} / ${WORDS[other].mail.linked.short}` : title}`,
      paragraphs: await paragraphsIn(sender.language),
      also: other ? { language: other, paragraphs: await paragraphsIn(other) } : undefined,
    }
  },
})
