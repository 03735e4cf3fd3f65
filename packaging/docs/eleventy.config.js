// How Eleventy walks through docs: every Markdown file is a page as it stands, without a template language in it.
export const config = {
  markdownTemplateEngine: false,
  templateFormats: ['md', '11ty.js'],
}

export default function configure(eleventy) {
  eleventy.setUseGitIgnore(false)
  // The layout draws the Markdown, because it needs the headings, too.
  eleventy.setLibrary('md', { render: (text) => text })
  eleventy.addGlobalData('layout', 'page.11ty.js')
}
