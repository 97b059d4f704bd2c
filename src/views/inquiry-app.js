/**
 * The card for a previewed inquiry in an assistant's window (MCP Apps, SEP-1865): the inquiry, the notices, and a button that sends
 * it. The card uses `postMessage` only, and shows everything as text.
 */
;(() => {
  const VERSION = '2026-01-26'
  const KEY = 'front-desk/inquiry'
  const page = document.documentElement
  const waiting = new Map()
  let hostCapabilities = {}
  let preview

  const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const tell = (method, params = {}) => post({ method, params })
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1
      waiting.set(id, { resolve, reject })
      post({ id, method, params })
    })

  const make = (tag, text, attributes = {}) => {
    const element = Object.assign(document.createElement(tag), attributes)
    if (text !== undefined) element.textContent = text
    return element
  }
  const list = (rows) =>
    rows.reduce((dl, [label, value]) => {
      dl.append(make('dt', label), make('dd', value, { dir: 'auto' }))
      return dl
    }, make('dl'))
  const state = make('p', '', { id: 'state' })
  state.setAttribute('role', 'status')
  const show = (language, ...parts) => {
    page.lang = language
    document.querySelector('main').replaceChildren(...parts, state)
  }

  const takeContext = ({ theme, styles } = {}) => {
    if (theme) page.style.colorScheme = theme
    for (const [name, value] of Object.entries(styles?.variables ?? {}))
      if (name.startsWith('--')) page.style.setProperty(name, value)
  }

  const addressLink = (address) => {
    if (!hostCapabilities.openLinks) return address
    const link = make('a', address, { href: address })
    link.addEventListener('click', (event) => {
      event.preventDefault()
      ask('ui/open-link', { url: address }).catch(() => undefined)
    })
    return link
  }

  const showSent = ({ reference, status_url: address, receipt }) => {
    const { language, words } = preview
    const heading = make('h1', words.sent)
    const card = list([[words.reference, reference]])
    if (address) {
      const where = make('dd')
      where.append(addressLink(address))
      card.append(make('dt', words.status), where)
    }
    const proof = make('details')
    proof.append(make('summary', words.receipt), make('code', receipt))
    state.textContent = ''
    show(language, heading, card, ...(receipt ? [proof] : []))
    heading.tabIndex = -1
    heading.focus()
    if (hostCapabilities.updateModelContext) {
      const text = `The person pressed Send in this window. The inquiry was sent; the reference is ${reference}. Do not send it again.`
      ask('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined)
    }
  }

  const send = async (button) => {
    const { words, token } = preview
    button.disabled = true
    state.textContent = words.sending
    try {
      const result = await ask('tools/call', { name: 'submit_inquiry', arguments: { confirmationToken: token } })
      if (!result.isError) return showSent(result.structuredContent)
      state.textContent = result.content?.map(({ text }) => text).join(' ') || words.failed
    } catch {
      state.textContent = words.failed
    }
    // The same inquiry is stored once, so pressing again is safe.
    button.disabled = false
  }

  const showPreview = ({ _meta, isError, content = [] }) => {
    preview = _meta?.[KEY]
    if (!preview) {
      const said = isError
        ? content.map(({ text }) => text).join('\n')
        : 'This window cannot show it. Read it in the chat.'
      return show('en', make('p', said))
    }
    const { language, title, rows, question, notices, words } = preview
    const button = make('button', words.send, { type: 'button' })
    button.addEventListener('click', () => send(button))
    const asked = question ? [make('p', question, { className: 'question' })] : []
    const read = make('section')
    read.append(...notices.map((notice) => make('p', notice)))
    show(
      language,
      make('h1', title),
      list(rows),
      ...asked,
      read,
      button,
      make('p', words.change, { className: 'small' }),
    )
  }

  const HANDLERS = {
    'ui/notifications/tool-result': showPreview,
    'ui/notifications/tool-cancelled': () => show(page.lang),
    'ui/notifications/host-context-changed': takeContext,
  }
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return
    const { id, method, params, result, error } = data
    if (method && id !== undefined) return post({ id, result: {} })
    if (method) return HANDLERS[method]?.(params ?? {})
    const asked = waiting.get(id)
    if (asked && error) asked.reject(error)
    else asked?.resolve(result)
  })

  new ResizeObserver(() => {
    const { width, height } = page.getBoundingClientRect()
    tell('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) })
  }).observe(page)

  const appInfo = { name: 'front-desk-inquiry', version: '1.0.0' }
  ask('ui/initialize', { appInfo, appCapabilities: {}, protocolVersion: VERSION }).then((host) => {
    hostCapabilities = host.hostCapabilities ?? {}
    takeContext(host.hostContext)
    tell('ui/notifications/initialized')
  })
})()
